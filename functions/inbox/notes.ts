import * as z from 'zod/mini';
import { noteLimit, notesKept, type Note } from '../../src/shared/follow-up-schema.ts';
import { actorOf } from '../audit/audit-log.ts';
import { onLead } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { Refusal, readFields } from '../http/request.ts';
import { changed } from './answer-and-archive.ts';
import { noBody, text } from './outcome-and-call-back.ts';

const noText = 'Please write something.';
const changedMeanwhile =
  'This note has changed meanwhile, for example in another tab. Look at it before you save yours.';

const noteBody = z.object({
  text: text(noText, noteLimit),
  id: z.optional(z.string('Please send the note’s id as id.')),
  /** The text that the admin saw. Another tab may have changed it since then. */
  was: z.optional(z.string('Please send the text that you saw as was.')),
  /** The id of a new note. The page makes it, so that a second try adds no second note. */
  newId: z.optional(z.uuid('Please make a UUID for newId.')),
});

/** An admin writes a note about a lead, or changes one of their own; an empty text removes it. */
export const note = onLead(async ({ id: submission, body }, deps, admin) => {
  const { text: written, id, was, newId = deps.newId() } = readFields(noteBody, body, noBody);
  if (id === undefined && written === '') throw new Refusal(422, noText, { field: 'text' });
  const stamp = { at: deps.now().toISOString(), by: actorOf(admin).name };
  const { notes = [] } = await changed(deps, submission, (it) => {
    const before = it.notes ?? [];
    const named = before.find((one) => one.id === (id ?? newId));
    if (!named && id !== undefined) throw new Refusal(404, 'There is no such note.');
    if (!named) {
      return { ...it, notes: withNew(before, { id: newId, ...stamp, text: written }) };
    }
    if (named.by !== stamp.by)
      throw new Refusal(403, 'Only the author of a note can change or remove it.');
    if (named.text === written) return undefined;
    if (was !== undefined && named.text !== was) throw new Refusal(409, changedMeanwhile);
    const edited = { ...named, text: written, edited_at: stamp.at };
    const notes = before.flatMap((one) => (one !== named ? one : written === '' ? [] : edited));
    return { ...it, notes };
  });
  return json(200, { notes });
});

function withNew(notes: readonly Note[], note: Note): Note[] {
  if (notes.length < notesKept) return [note, ...notes];
  throw new Refusal(422, `A lead can have ${notesKept} notes. Remove one of yours first.`);
}
