/** Asks where leads and alerts go, and for the mail server. */
import { parseAddresses, parseWebhook } from '../../functions/env.ts';
import { isEmail } from '../../src/shared/contact.ts';
import { answerTo, must, type Settings, type SetupDeps } from './step.ts';

/** The parsers of the functions refuse mail addresses if SMTP_URL isn't set. */
const deployed = { NETLIFY: 'true', SMTP_URL: 'smtps://user:password@mail.example' };

const addressesIn = (text: string) => text.split(/mailto:|[\s,]/).filter(Boolean);

function webhookOf(answer: string): string {
  const addresses = addressesIn(answer);
  return answer && addresses.every(isEmail) ? `mailto:${addresses.join(',')}` : answer;
}

export async function askWhereLeadsGo(known: Settings, deps: SetupDeps): Promise<Settings> {
  const WEBHOOK_URL =
    known.WEBHOOK_URL ??
    webhookOf(
      await answerTo(deps, {
        text: 'Where leads go: the https:// address of a webhook, or up to five e-mail addresses (empty: they stay in the inbox)',
        usual: '',
        check: (answer) => parseWebhook({ ...deployed, WEBHOOK_URL: webhookOf(answer) }),
      }),
    );
  const ALERT_URL =
    known.ALERT_URL ??
    (await answerTo(deps, {
      text: 'Where alerts go: e-mail addresses or addresses of chats, separated by spaces (empty: the inbox alone shows them)',
      usual: '',
      check: (answer) => parseAddresses('ALERT_URL', { ...deployed, ALERT_URL: answer }),
    }));
  const { NOTICE_TO = '', SMTP_URL } = known;
  const mailbox = addressesIn(`${WEBHOOK_URL} ${ALERT_URL} ${NOTICE_TO}`).find(isEmail);
  return {
    WEBHOOK_URL,
    ALERT_URL,
    ...(mailbox && SMTP_URL === undefined && { SMTP_URL: await mailServer(mailbox, deps) }),
  };
}

/** Returns the SMTP_URL. User and password may contain any character. */
async function mailServer(mailbox: string, deps: SetupDeps): Promise<string> {
  const form = 'as in smtps://smtp.example.com:465 or, with STARTTLS, smtp://smtp.example.com:587';
  const url = new URL(
    await answerTo(deps, {
      text: `Mail server and port, ${form} (docs/be-told.md lists those of common providers)`,
      check: must(/^smtps?:\/\/[a-z\d.-]+:\d+$/, `Write it ${form}.`),
    }),
  );
  const user = await answerTo(deps, { text: 'User at the mail server', usual: mailbox });
  const password = { text: 'Password, which isn’t shown', isHidden: true } as const;
  url.username = encoded(user);
  url.password = encoded(await answerTo(deps, password));
  if (!isEmail(user)) {
    const text = 'Sender of the mails, an address that the provider knows as yours';
    const check = must(isEmail, 'Give one e-mail address.');
    url.searchParams.set('from', await answerTo(deps, { text, usual: mailbox, check }));
  }
  return url.href;
}

/** Values in .env.live are in single quotes, which encodeURIComponent keeps. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');
