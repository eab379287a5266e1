/** How leads and alerts reach people, and by which mail server. */
import { parseAddresses } from '../../functions/delivery/say.ts';
import { parseWebhook } from '../../functions/delivery/webhook/webhook.ts';
import { isEmail } from '../../src/shared/contact.ts';
import { answerTo, must } from './questions.ts';
import type { Settings, SetupDeps, Step } from './tools.ts';

type Provider = readonly [server: string, password: string, user?: string];

/** The mail server of each provider, what its password is, and the user if that is no e-mail address. */
export const providers: Readonly<Record<string, Provider>> = {
  gmail: ['smtps://smtp.gmail.com:465', 'an app password from myaccount.google.com/apppasswords'],
  microsoft: [
    'smtp://smtp.office365.com:587',
    'the mailbox’s; an admin has to allow Authenticated SMTP, and free Outlook.com mailboxes can’t',
  ],
  fastmail: ['smtps://smtp.fastmail.com:465', 'an app password from Privacy & Security'],
  zoho: ['smtps://smtppro.zoho.com:465', 'an app password from accounts.zoho.com, Security'],
  icloud: ['smtp://smtp.mail.me.com:587', 'an app-specific password from account.apple.com'],
  sendgrid: ['smtps://smtp.sendgrid.net:465', 'an API key that may send mail', 'apikey'],
  mailgun: ['smtps://smtp.mailgun.org:465', 'that of the domain’s SMTP credentials'],
  postmark: ['smtp://smtp.postmarkapp.com:587', 'the server’s API token, which is the user, too'],
  ses: ['smtps://email-smtp.us-east-1.amazonaws.com:465', 'that of SMTP credentials from SES'],
};
const known = Object.keys(providers).join(', ');

const explained =
  'By mail, each lead comes to up to five mailboxes, and Reply answers the person. A webhook is an address at which another program, such as a CRM or Zapier, takes each lead; with both, people get a short note by mail or in a chat, too.';

const addressesIn = (text: string) => text.split(/mailto:|[\s,]/).filter(Boolean);

/** Parses settings as the functions do, whatever the mail server is. */
const given = (settings: Settings) => ({
  NETLIFY: 'true',
  SMTP_URL: 'smtps://user:password@mail.example',
  ...settings,
});

async function askHow(_: Settings, deps: SetupDeps): Promise<Settings> {
  deps.print(`      ${explained}`);
  const how = await answerTo(
    deps,
    'How should leads reach you: mail, webhook, or both? (none: they stay in the inbox)',
    { check: must(/^(mail|webhook|both|none)$/, 'Answer mail, webhook, both or none.') },
  );
  const listed = (name: 'ALERT_URL' | 'NOTICE_TO', whose: string, usual?: string) =>
    answerTo(deps, `E-mail or chat addresses, with spaces between, that ${whose}`, {
      usual,
      check: (it) => parseAddresses(name, given({ [name]: it })),
    });
  const WEBHOOK_URL =
    how === 'none' ? '' : await (how === 'mail' ? askMailboxes : askWebhook)(deps);
  const told = how === 'both' && {
    NOTICE_TO: await listed('NOTICE_TO', 'get a note of each lead'),
  };
  const alerts = 'are told when something breaks (empty: only the inbox shows it)';
  const settings = { WEBHOOK_URL, ...told, ALERT_URL: await listed('ALERT_URL', alerts, '') };
  const to = addressesIn(Object.values(settings).join(' ')).find(isEmail);
  return to ? { ...settings, SMTP_URL: await askServer(to, deps) } : settings;
}

async function askMailboxes(deps: SetupDeps): Promise<string> {
  const isRight = (it: string) => addressesIn(it).length <= 5 && addressesIn(it).every(isEmail);
  const check = must(isRight, 'Give up to five e-mail addresses, with spaces between.');
  return `mailto:${addressesIn(await answerTo(deps, 'E-mail addresses that get each lead', { check })).join(',')}`;
}

const askWebhook = (deps: SetupDeps): Promise<string> =>
  answerTo(deps, 'Address of the webhook, which begins with https://', {
    check: (it) => parseWebhook(given({ WEBHOOK_URL: it })),
  });

/** Returns the SMTP_URL. Its user and password may have any character. */
async function askServer(to: string, deps: SetupDeps): Promise<string> {
  const whose = `Who sends the mail of ${to.replace(/.*@/, '')}: ${known}, or other`;
  const isKnown = (it: string) => it in providers || it === 'other';
  const provider = await answerTo(deps, whose, {
    check: must(isKnown, `Answer ${known}, or other.`),
  });
  const [usual, kind = 'that of the user', usualUser = to] = providers[provider] ?? [];
  const example =
    'as in smtps://smtp.example.com:465 or, with STARTTLS, smtp://smtp.example.com:587';
  const server = await answerTo(deps, `Mail server and port, ${example}`, {
    usual,
    check: must(/^smtps?:\/\/[a-z\d.-]+:\d+$/, `Write it ${example}.`),
  });
  const url = new URL(server);
  const user = await answerTo(deps, 'User', { usual: usualUser });
  url.username = encoded(user);
  const password = `Password (${kind}), which isn’t shown`;
  url.password = encoded(await answerTo(deps, password, { isHidden: true }));
  if (!isEmail(user)) {
    const check = must(isEmail, 'Give one e-mail address.');
    const sender = 'Sender of the mails, an address that the provider knows as yours';
    url.searchParams.set('from', await answerTo(deps, sender, { usual: to, check }));
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
