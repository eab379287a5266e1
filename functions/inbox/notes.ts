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
  /** The text that the admin saw. Another tab may have changed it since. */
  was: z.optional(z.string('Please send the text that you saw as was.')),
  /** The id of a new note. The page makes it, because a retry must not add a second note. */
  newId: z.optional(z.uuid('Please make a UUID for newId.')),
});

/** Adds a note to a lead, or changes the caller's own note. An empty text removes the note. */
export const note = onLead(async ({ id: submission, body }, deps, admin) => {
  const { text: newText, id, was, newId = deps.newId() } = readFields(noteBody, body, noBody);
  if (id === undefined && newText === '') throw new Refusal(422, noText, { field: 'text' });
  const stamp = { at: deps.now().toISOString(), by: actorOf(admin).name };
  const { notes: stored = [] } = await changed(deps, submission, (lead) => {
    const notes = lead.notes ?? [];
    const current = notes.find((note) => note.id === (id ?? newId));
    if (!current && id !== undefined) throw new Refusal(404, 'There is no such note.');
    if (!current) {
      return { ...lead, notes: withNew(notes, { id: newId, ...stamp, text: newText }) };
    }
    if (current.by !== stamp.by)
      throw new Refusal(403, 'Only the author of a note can change or remove it.');
    if (current.text === newText) return undefined;
    if (was !== undefined && current.text !== was) throw new Refusal(409, changedMeanwhile);
    const edited = { ...current, text: newText, edited_at: stamp.at };
    const changedNotes = notes.flatMap((note) =>
      note !== current ? note : newText === '' ? [] : edited,
    );
    return { ...lead, notes: changedNotes };
  });
  return json(200, { notes: stored });
});

function withNew(notes: readonly Note[], note: Note): Note[] {
  if (notes.length < notesKept) return [note, ...notes];
  throw new Refusal(422, `A lead can have ${notesKept} notes. Remove one of yours first.`);
}
