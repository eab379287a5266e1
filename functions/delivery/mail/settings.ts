import { isEmail } from '../../../src/shared/contact.ts';
import { ConfigError } from '../../unavailable.ts';
import { isDeployed, siteOf, type Env } from '../../variables.ts';

/** The settings of a mail, apart from the mail server's address. */
export interface Mail {
  /** All get the same mail. */
  to: readonly string[];
  from: string;
  /** The site's own address, for links. */
  site: string;
}

const mostAddresses = 5;

/** For addresses like mailto:a@example.com,b@example.com. */
export function parseMail(name: string, list: string, env: Env) {
  const addresses = list.replace(/^mailto:/i, '').split(',');
  const to = [...new Set(addresses.map((it) => withLowDomain(it.trim())))];
  if (to.length > mostAddresses || !to.every(isEmail)) {
    throw new ConfigError(
      `${name} must be mailto: and up to ${mostAddresses} e-mail addresses, separated by commas.`,
    );
  }
  if (!env.SMTP_URL && isDeployed(env)) {
    throw new ConfigError(
      `${name} has an e-mail address, so SMTP_URL must be set to a mail server, like smtps://user:password@smtp.example.com.`,
    );
  }
  const url = parseServer(env);
  const { user } = credentialsIn(url) ?? {};
  const from = url.searchParams.get('from') ?? [user ?? '', ...to].find(isEmail) ?? '';
  if (!isEmail(from)) throw wrongServer();
  const mail = { to, from, site: siteOf(env) };
  return { url, mail, secrets: [], allowPrivate: !isDeployed(env) };
}

/** As nodemailer names an address that took the mail or refused it. */
const withLowDomain = (address: string): string =>
  address.replace(/@.*/, (domain) => domain.toLowerCase());

/** `npm start` has a mail server of its own. */
const ownServer = 'smtp://localhost:25';

function parseServer(env: Env): URL {
  const url = URL.parse(env.SMTP_URL || ownServer);
  const others = [...(url?.searchParams.keys() ?? [])].filter((it) => it !== 'from');
  const isWhole = url?.hostname && /^\/?$/.test(url.pathname) && !url.hash && others.length === 0;
  if (!url || !isWhole || !/^smtps?:$/.test(url.protocol)) throw wrongServer();
  return url;
}

/** Never quotes the value, which has a password. */
const wrongServer = () =>
  new ConfigError(
    'SMTP_URL must be the address of a mail server, like smtps://user:password@smtp.example.com, or smtp:// for STARTTLS. Write a special character of the password as a percent sign and its code. ?from=leads@example.com at the end sets the sender.',
  );

export function credentialsIn({ username, password }: URL) {
  if (!username && !password) return undefined;
  try {
    const [user = '', pass = ''] = [username, password].map(decodeURIComponent);
    if (user && pass) return { user, pass };
  } catch {
    // A percent sign that begins no code.
  }
  throw wrongServer();
}
