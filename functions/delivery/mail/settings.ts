import { ConfigError } from '../../unavailable.ts';

export interface Mail {
  to: readonly string[];
  from: string;
  site: string;
}

/** Never quotes the value, because it has a password. */
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
    // Malformed percent-encoding.
  }
  throw wrongServer();
}
