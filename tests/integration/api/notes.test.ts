import { describe, expect, test } from 'vitest';
import { api } from '../../../src/shared/api.ts';
import { notesKept, type Note } from '../../../src/shared/follow-up-schema.ts';
import { aboutLead, now, sams } from '../../support/worlds/staff-world.ts';

const id = crypto.randomUUID();

describe('a note', () => {
  const opened = () => aboutLead(api.note);
  const note = { id, text: 'Has a ladder', ...sams };
  const newNote = { newId: id, text: 'Has a ladder' };

  test('is stored once, changed and removed by its author', async () => {
    const { ask, stored } = await opened();
    for (const text of ['Has a ladder', ' Has a ladder\n'])
      expect(await ask({ newId: id, text })).toEqual({ status: 200, body: { notes: [note] } });
    const other = { id: expect.any(String) as string, text: 'Called', ...sams };
    const both = (await ask({ text: 'Called' })).body['notes'] as Note[];
    expect(both).toEqual([other, note]);
    const edited = { ...note, text: 'No ladder', edited_at: now };
    for (let again = 0; again < 2; again++) await ask({ id, text: 'No ladder' });
    expect(await stored()).toMatchObject({ notes: [other, edited] });
    const removal = { id: both[0]?.id, text: ' ' };
    expect(await ask(removal)).toEqual({ status: 200, body: { notes: [edited] } });
    expect(await ask(removal)).toEqual({
      status: 404,
      body: { error: 'There is no such note.' },
    });
    expect(await stored()).toMatchObject({ notes: [edited] });
  });

  test('is neither changed nor removed if it has changed in another tab', async () => {
    const { ask, stored } = await opened();
    await ask(newNote);
    await ask({ id, text: 'No ladder', was: 'Has a ladder' });
    const edited = { ...note, text: 'No ladder', edited_at: now };
    for (const text of ['Has two ladders', ''])
      expect(await ask({ id, text, was: 'Has a ladder' })).toEqual({
        status: 409,
        body: {
          error:
            'This note has changed meanwhile, for example in another tab. Look at it before you save yours.',
        },
      });
    expect(await stored()).toMatchObject({ notes: [edited] });
    const again = { id, text: 'No ladder', was: 'Has a ladder' };
    expect((await ask(again)).status, 'the answer to the first try was lost').toBe(200);
    expect((await ask({ id, text: '', was: 'No ladder' })).body).toEqual({ notes: [] });
  });

  test('has the time of the server, whatever the request says', async () => {
    const { ask } = await opened();
    const times = { at: '2026-02-01T09:00:00.000Z', edited_at: '2026-02-02T09:00:00.000Z' };
    expect((await ask({ ...newNote, ...times, by: 'bob@example.com' })).body).toEqual({
      notes: [note],
    });
  });

  test('cannot be changed by a colleague', async () => {
    const { ask, askAs, stored } = await opened();
    await askAs('bob@example.com', newNote);
    for (const text of ['No ladder', ''])
      expect(await ask({ id, text })).toEqual({
        status: 403,
        body: { error: 'Only the author of a note can change or remove it.' },
      });
    expect(await stored()).toMatchObject({ notes: [{ ...note, by: 'bob@example.com' }] });
  });

  test('keeps all of its characters except half an emoji and invisible ones', async () => {
    const { ask } = await opened();
    const text = '=1+1 "so", said 😀';
    for (let again = 0; again < 2; again++)
      expect((await ask({ newId: id, text: `\0${text}\u001b\ud83d` })).body).toEqual({
        notes: [{ ...note, text: `${text}\ufffd` }],
      });
  });

  test('is refused if there are fifty', async () => {
    const { ask, store, lead, stored } = await opened();
    const one = (): Note => ({ ...note, id: crypto.randomUUID() });
    const notes = Array.from({ length: notesKept }, one);
    await store.change(lead.id, (it) => ({ ...it, notes }));
    expect(await ask(newNote)).toEqual({
      status: 422,
      body: { error: 'A lead can have 50 notes. Remove one of yours first.' },
    });
    expect(await stored()).toMatchObject({ notes });
  });
});
