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

/** Mails a lead to those that don't have it yet, or a letter. Rejects if the server gave no answer. */
export async function sendMail(
  { id, lead, letter, isTest }: Message,
  target: Target & { mail: Mail },
  at: Date,
  connection: Connection,
): Promise<Answer> {
  const { to, from, site } = target.mail;
  const missing = to.filter((it) => !lead?.mailed_to?.includes(it));
  // The last one without it was taken out of the settings.
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
      // The same for each try, so that a second copy doesn't look like a second lead.
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
    // Otherwise it would look up the name by itself, and connect to what nobody has checked.
    getSocket: (_, done) => {
      const socket = connect({ host, port, lookup, signal });
      socket.once('error', done);
      socket.once('connect', () => {
        socket.off('error', done);
        done(null, { connection: socket });
      });
    },
    // Don't wait for the server to close its side: the function may be frozen by then.
    socketCloseTimeout: 0,
  });
}

/** Turns an error into the server's answer, in a sentence. Rethrows an error that is no answer. */
function refusalIn(error: NodemailerError): Answer {
  const { code, response = '', rejectedErrors } = error;
  if (code === 'ETLS' && response) throw new CannotSend('The mail server offers no encryption');
  if (!error.responseCode) throw error;
  // Not in the server's words, which could repeat what it was told.
  if (code === 'EAUTH') return refused(response, 'SMTP_URL has a wrong user or password');
  return rejectedErrors
    ? refusalBy(rejectedErrors)
    : refused(response, `The mail was refused: ${response}`);
}

/** In characters: enough for what five servers say in the space that an answer has. */
const mostSaid = 50;

function refusalBy(errors: readonly NodemailerError[]): Answer {
  const each = errors.map(
    ({ recipient, response = '' }) =>
      `${recipient} was refused: ${errors.length > 1 ? response.slice(0, mostSaid) : response}`,
  );
  return refused(errors[0]?.response ?? '', each.join('; '));
}

/**
 * The code of SMTP means the same as a status: 4yz may be a success later, 5yz hardly. Any other code came out of
 * turn: a 2yz took no mail, and what is no number can't be stored.
 */
function refused(response: string, says: string): Answer {
  return {
    status: Number(/^[345]\d\d/.exec(response)?.[0] ?? 450),
    answer: printable(Buffer.from(says)),
    retryAfter: null,
  };
}
