/** How leads and alerts reach people, and by which mail server. */
import { parseAddresses } from '../../functions/delivery/say.ts';
import { parseWebhook } from '../../functions/delivery/webhook/webhook.ts';
import { isEmail } from '../../src/shared/contact.ts';
import { answerTo, must, type Settings, type SetupDeps, type Step } from './tools.ts';

/** The mail server of each provider, which password it wants, and which user, unless that is an e-mail address. */
const providers: Readonly<
  Record<string, [server: string, password: string, user?: string | { called: string }]>
> = {
  gmail: ['smtps://smtp.gmail.com:465', 'an app password: myaccount.google.com/apppasswords'],
  microsoft: ['smtp://smtp.office365.com:587', 'the mailbox’s; an admin has to allow SMTP AUTH'],
  fastmail: ['smtps://smtp.fastmail.com:465', 'an app password: Privacy & Security'],
  zoho: ['smtps://smtppro.zoho.com:465', 'an app password: accounts.zoho.com, Security'],
  icloud: ['smtp://smtp.mail.me.com:587', 'an app-specific password: account.apple.com'],
  sendgrid: ['smtps://smtp.sendgrid.net:465', 'an API key that may send mail', 'apikey'],
  mailgun: ['smtps://smtp.mailgun.org:465', 'that of the domain’s SMTP credentials'],
  postmark: ['smtp://smtp.postmarkapp.com:587', 'the same token', { called: 'its API token' }],
  ses: ['smtps://email-smtp.us-east-1.amazonaws.com:465', 'theirs', { called: 'SMTP credentials' }],
};
const known = Object.keys(providers).join(', ');

const explained =
  'By mail, each lead comes to up to five mailboxes, and Reply answers the person. A webhook is an address at which another program, such as a CRM or Zapier, takes each lead; with both, people get a short note by mail or in a chat, too.';

const addressesIn = (text: string) => text.split(/mailto:|[\s,]/).filter(Boolean);

/** Parses settings as the functions do, whatever the mail server is. */
const deployed = { NETLIFY: 'true', SMTP_URL: 'smtps://user:password@mail.example' };

/** Keeps the addresses and the mail server that are set: setup only appends, and the last line of a name wins. */
async function askHow(known: Settings, deps: SetupDeps): Promise<Settings> {
  deps.print(`      ${explained}`);
  const text = 'How should leads reach you: mail, webhook, or both? (none: they stay in the inbox)';
  const check = must(/^(mail|webhook|both|none)$/, 'Answer mail, webhook, both or none.');
  const how = await answerTo(deps, { text, check });
  const WEBHOOK_URL = how === 'none' ? '' : await (how === 'mail' ? mailboxes : webhook)(deps);
  const asked = {
    WEBHOOK_URL,
    ...(how === 'both' &&
      known.NOTICE_TO === undefined && {
        NOTICE_TO: await told('NOTICE_TO', 'get a note of each lead', deps),
      }),
    ...(known.ALERT_URL === undefined && {
      ALERT_URL: await told('ALERT_URL', 'are told of trouble (empty: none)', deps, ''),
    }),
  };
  if (known.SMTP_URL !== undefined) return asked;
  const { NOTICE_TO = '', ALERT_URL = '' }: Settings = { ...known, ...asked };
  const to = addressesIn(`${WEBHOOK_URL} ${NOTICE_TO} ${ALERT_URL}`).find(isEmail);
  return to ? { ...asked, SMTP_URL: await mailServer(to, deps) } : asked;
}

async function mailboxes(deps: SetupDeps): Promise<string> {
  const isRight = (it: string) => addressesIn(it).length <= 5 && addressesIn(it).every(isEmail);
  const check = must(isRight, 'Give up to five e-mail addresses, separated by spaces.');
  const answer = await answerTo(deps, { text: 'E-mail addresses that get each lead', check });
  return `mailto:${addressesIn(answer).join(',')}`;
}

const webhook = (deps: SetupDeps): Promise<string> =>
  answerTo(deps, {
    text: 'Address of the webhook, which begins with https://',
    check: (it) => parseWebhook({ ...deployed, WEBHOOK_URL: it }),
  });

const told = (name: 'ALERT_URL' | 'NOTICE_TO', what: string, deps: SetupDeps, usual?: string) =>
  answerTo(deps, {
    text: `E-mail or chat addresses, separated by spaces, that ${what}`,
    usual,
    check: (it) => parseAddresses(name, { ...deployed, [name]: it }),
  });

/** Returns the SMTP_URL. Its user and password may have any character. */
async function mailServer(to: string, deps: SetupDeps): Promise<string> {
  const isKnown = must(
    (it) => Object.hasOwn(providers, it) || it === 'other',
    `Answer ${known}, or other.`,
  );
  const text = `Who sends the mail of ${to.replace(/.*@/, '')}: ${known}, or other`;
  const provider = await answerTo(deps, { text, check: isKnown });
  const [server, hint = 'that of the user', usual = to] = providers[provider] ?? [];
  const form = 'as in smtps://smtp.example.com:465 or, with STARTTLS, smtp://smtp.example.com:587';
  const question = {
    text: `Mail server and port, ${form}`,
    usual: server,
    check: must(/^smtps?:\/\/[a-z\d.-]+:\d+$/, `Write it ${form}.`),
  };
  const url = new URL(await answerTo(deps, question));
  const user = await answerTo(
    deps,
    typeof usual === 'string' ? { text: 'User', usual } : { text: `User (${usual.called})` },
  );
  const password = { text: `Password (${hint}), which isn’t shown`, isHidden: true } as const;
  url.username = encoded(user);
  url.password = encoded(await answerTo(deps, password));
  if (!isEmail(user)) {
    const text = 'Sender of the mails, an address that the provider knows as yours';
    const check = must(isEmail, 'Give one e-mail address.');
    url.searchParams.set('from', await answerTo(deps, { text, usual: to, check }));
  }
  return url.href;
}

/** Values in .env.live are in quotes. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

export const leadsStep: Step = {
  title: 'Say how leads and alerts reach you',
  writes: ['WEBHOOK_URL', 'ALERT_URL', 'NOTICE_TO', 'SMTP_URL'],
  isDone: (it) => Promise.resolve(it.WEBHOOK_URL !== undefined && it.ALERT_URL !== undefined),
  work: { byHand: 'see docs/be-told.md', run: askHow },
};
