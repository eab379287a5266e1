import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../../../functions/http/request.ts';
import { readCursor, writeCursor } from '../../../functions/inbox/list.ts';
import { isDocumentId } from '../../../functions/store/record.ts';
import { anyText } from '../../support/builders/generated.ts';

const place = fc.record({
  time: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  id: fc.oneof(fc.uuid(), fc.constantFrom('a.b', 'a b', 'é'), anyText.filter(isDocumentId)),
});

test('a cursor comes back as the place that it was written from', () => {
  fc.assert(
    fc.property(place, (it) => {
      const cursor = writeCursor(it);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(readCursor(cursor)).toEqual(it);
    }),
  );
});

test('a cursor that was made up is refused', () => {
  const inBase64 = (text: string) => Buffer.from(text).toString('base64url');
  const madeUp = fc.oneof(
    anyText,
    fc.base64String(),
    fc.json().map(inBase64),
    fc.tuple(anyText, anyText).map((it) => inBase64(JSON.stringify(it))),
  );
  fc.assert(
    fc.property(madeUp, (cursor) => {
      expect(refusalOf(() => readCursor(cursor))).toMatchObject({ status: 400 });
    }),
    { numRuns: 1000 },
  );
});

test('a cursor that was cut short or changed is a place or is refused, and nothing else', () => {
  const changed = fc
    .tuple(place, fc.nat(150), anyText)
    .map(([it, at, text]) => writeCursor(it).slice(0, at) + text);
  fc.assert(
    fc.property(changed, (cursor) => {
      const refusal = refusalOf(() => {
        const { time, id } = readCursor(cursor);
        expect([new Date(time).toString(), id]).not.toContain('Invalid Date');
      });
      if (refusal) expect(refusal.status).toBe(400);
    }),
    { numRuns: 1000 },
  );
});

function refusalOf(work: () => unknown): Refusal | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
