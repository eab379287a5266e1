import { isUuid } from '../../src/shared/contact.ts';
import type { Handler, Deps } from '../deps.ts';
import { answering, json } from '../http/answer.ts';
import { readJson, requireMethod, requireOwnOrigin } from '../http/request.ts';
import { acceptLead, IdTaken, type Accepted } from './accept-lead.ts';
import { formAnswering, isPlain, type Fields } from './plain-form.ts';
import { thanksFor } from './thank-you.ts';

/** Answers when the lead is stored, and sends it to the webhook after that. */
export const submitContact: Handler = (request, deps) =>
  isPlain(request) ? acceptForm(request, deps) : acceptJson(request, deps);

const acceptJson = answering(async (request, deps) => {
  requireMethod(request, 'POST');
  requireOwnOrigin(request);
  const { id, isNew, isRehearsal } = await acceptLead(await readJson(request), request, deps);
  // The canary reads this. JSON leaves it out of other answers.
  return json(isNew ? 201 : 200, { id, rehearsal: isRehearsal });
});

const acceptForm = formAnswering('form-again', async (fields, request, deps) => {
  const submission = { ...fields, consent_marketing: fields['consent_marketing'] === 'true' };
  const { consent } = await underFreeId(fields, deps, (id) =>
    acceptLead({ ...submission, id }, request, deps),
  );
  return thanksFor(consent, deps);
});

/** More erasures of the same words in one day are not expected. */
const mostErasures = 10;

/** Uses the first id of a form that belongs to no other words and to no erased lead. */
async function underFreeId(
  fields: Fields,
  deps: Deps,
  accept: (id: string) => Promise<Accepted>,
): Promise<Accepted> {
  for await (const id of idsOf(fields, deps)) {
    try {
      return await accept(id);
    } catch (error) {
      if (!(error instanceof IdTaken)) throw error;
    }
  }
  throw new IdTaken();
}

/**
 * A plain form has no id: the same words on the same day (in UTC) are the same lead. After its erasure, they are a new
 * lead with a new consent and the next id. If the island sent the form and got no answer, the form has the island's id.
 */
async function* idsOf(fields: Fields, deps: Deps): AsyncGenerator<string> {
  const { unconfirmed = '' } = fields;
  if (isUuid(unconfirmed)) yield unconfirmed;
  for (let erasures = 0; erasures <= mostErasures; erasures += 1) {
    yield await plainFormId(fields, erasures, deps);
  }
}

/** A keyed hash, because a tombstone keeps the id, and no guess may confirm the words. */
async function plainFormId(
  fields: Fields,
  erasures: number,
  { keyedHash, now }: Pick<Deps, 'keyedHash' | 'now'>,
): Promise<string> {
  const { unconfirmed, ...words } = fields;
  const sorted = Object.entries(words).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const day = now().toISOString().slice(0, 10);
  return toUuid(await keyedHash(`plain form ${JSON.stringify([day, erasures, sorted])}`));
}

/** RFC 9562 leaves the contents of version 8 to the application. */
const toUuid = (hex: string): string =>
  hex.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, a: string, b: string, c: string, d: string, e: string) => `${a}-${b}-8${c}-8${d}-${e}`,
  );
