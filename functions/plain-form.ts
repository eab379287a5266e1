import { createHash } from 'node:crypto';
import { pagePolicy } from '../src/shared/policy.ts';
import type { Handler } from './deps.ts';
import { fillForm } from './form-page.ts';
import { respond, toRefusal } from './http/answer.ts';
import { Refusal } from './http/refusal.ts';
import { contentType, readText, requireMethod, requireOwnOrigin } from './http/request.ts';
import { take } from './take.ts';

type Fields = Readonly<Record<string, string>>;

const formType = 'application/x-www-form-urlencoded';
const thankYou = '/thank-you';

export const isForm = ({ headers }: Request): boolean =>
  headers.get('content-type')?.toLowerCase().startsWith(formType) ?? false;

/** The form without JavaScript: what would be JSON is a page here. */
export const takeForm: Handler = async (request, deps) => {
  let fields: Fields = {};
  try {
    requireMethod(request, 'POST');
    requireOwnOrigin(request);
    if (contentType(request) !== formType) throw new Refusal(415, 'Please send a plain form.');
    fields = readFields(await readText(request));
    await take(toSubmission(fields, deps.now()), request, deps);
    return respond(303, null, { location: thankYou });
  } catch (error) {
    const refusal = toRefusal(error, deps);
    const page = await deps.formPage();
    return respond(refusal.status, fillForm(page, fields, refusal), {
      'content-type': 'text/html; charset=utf-8',
      // Of the page as it was built: what the visitor wrote must not be allowed to run.
      'content-security-policy': await pagePolicy(page),
      ...refusal.headers,
    });
  }
};

function readFields(text: string): Fields {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw new Refusal(400, 'The form has one of its fields twice.');
    // Forms send line breaks as two characters, and people count them as one.
    fields.set(name, value.replaceAll('\r\n', '\n'));
  }
  return Object.fromEntries(fields);
}

/** A plain form has no id of its own: the same words on the same day are the same lead. */
function toSubmission(fields: Fields, now: Date) {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const contents = JSON.stringify([now.toISOString().slice(0, 10), sorted]);
  const id = toUuid(createHash('sha256').update(contents).digest('hex'));
  return { ...fields, id, consent_marketing: fields['consent_marketing'] === 'true' };
}

/** Version 8 is for ids made as one sees fit (RFC 9562). */
const toUuid = (hex: string): string =>
  hex.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, a: string, b: string, c: string, d: string, e: string) => `${a}-${b}-8${c}-8${d}-${e}`,
  );
