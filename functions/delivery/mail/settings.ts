import { ConfigError } from '../../unavailable.ts';

/** The settings of a mail, apart from the mail server's address. */
export interface Mail {
  /** All get the same mail. */
  to: readonly string[];
  from: string;
  /** The site's own address, for links. */
  site: string;
}

/** Never quotes the value, which has a password. */
export const wrongServer = () =>
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
