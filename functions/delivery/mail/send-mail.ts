import { connect, type LookupFunction } from 'node:net';
import { createTransport, type NodemailerError } from 'nodemailer';
import { ownMachine } from '../../../src/shared/api.ts';
import { CannotSend } from '../webhook/guard.ts';
import type { Message } from '../webhook/message.ts';
import { printable, type Answer } from '../webhook/post.ts';
import type { Target } from '../webhook/webhook.ts';
import { letterOf, plain } from './letter.ts';
import { credentialsIn, type Mail } from './settings.ts';

interface Connection {
  lookup: LookupFunction;
  signal: AbortSignal;
}

/** Sends a letter, or mails a lead to the addresses that don't have it yet. Rejects if the server gave no answer. */
export async function sendMail(
  { id, lead, letter, isTest }: Message,
  target: Target & { mail: Mail },
  at: Date,
  connection: Connection,
): Promise<Answer> {
  const { to, from, site } = target.mail;
  const missing = to.filter((address) => !lead?.mailed_to?.includes(address));
  // The last address without the mail was removed from the settings.
  if (missing.length === 0) return { status: 250, answer: '', retryAfter: null };
  const content = letter ?? (lead && letterOf(lead, site, isTest));
  if (!content) throw new TypeError('There is nothing to mail');
  const { hostname } = new URL(site);
  try {
    const sent = await transportTo(target, connection).sendMail({
      ...content,
      from: { name: `Leads from ${hostname}`, address: from },
      to: [...to],
      ...(lead && { replyTo: { name: plain(lead.name), address: lead.email } }),
      // Constant across tries, because a second copy must not look like a second lead.
      messageId: `<${id}@${hostname}>`,
      date: at,
      envelope: { from, to: missing },
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { accepted, rejectedErrors = [] } = sent;
    if (rejectedErrors.length === 0) return { status: 250, answer: '', retryAfter: null };
    return { ...refusalBy(rejectedErrors), mailed_to: accepted };
  } catch (error) {
    return refusalIn(error as NodemailerError);
  }
}

function transportTo({ url, allowPrivate }: Target, { lookup, signal }: Connection) {
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port || (secure ? 465 : 587));
  const auth = credentialsIn(url);
  return createTransport({
    host,
    port,
    secure,
    requireTLS: !secure && !(allowPrivate && ownMachine.includes(url.hostname)),
    ...(auth && { auth }),
    // Nodemailer's own lookup would connect to unchecked addresses.
    getSocket: (_, done) => {
      const socket = connect({ host, port, lookup, signal });
      socket.once('error', done);
      socket.once('connect', () => {
        socket.off('error', done);
        done(null, { connection: socket });
      });
    },
    // Doesn't wait for the server to close its side, because the function may be frozen first.
    socketCloseTimeout: 0,
  });
}

/** Rethrows an error that is no answer of the server. */
function refusalIn(error: NodemailerError): Answer {
  const { code, response = '', rejectedErrors } = error;
  if (code === 'ETLS' && response) throw new CannotSend('The mail server offers no encryption');
  if (!error.responseCode) throw error;
  // Not in the server's words, which could repeat the credentials.
  if (code === 'EAUTH') return refused(response, 'SMTP_URL has a wrong user or password');
  return rejectedErrors
    ? refusalBy(rejectedErrors)
    : refused(response, `The mail was refused: ${response}`);
}

/** In characters: five refusals fit into one stored answer. */
const mostSaid = 50;

function refusalBy(errors: readonly NodemailerError[]): Answer {
  const each = errors.map(
    ({ recipient, response = '' }) =>
      `${recipient} was refused: ${errors.length > 1 ? response.slice(0, mostSaid) : response}`,
  );
  return refused(errors[0]?.response ?? '', each.join('; '));
}

/**
 * Records the SMTP code as the status: 4xx may succeed on retry; 5xx rarely does. A 2xx out of sequence took no mail,
 * and a reply without a number can't be stored, so both are recorded as 450.
 */
function refused(response: string, sentence: string): Answer {
  return {
    status: Number(/^[345]\d\d/.exec(response)?.[0] ?? 450),
    answer: printable(Buffer.from(sentence)),
    retryAfter: null,
  };
}
