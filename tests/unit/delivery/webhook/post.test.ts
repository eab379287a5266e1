import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '../../../../functions/delivery/webhook/post.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test('an answer keeps its words', () => {
  expect(printable(encode('{"error":"Größe fehlt 🌳"}'))).toBe('{"error":"Größe fehlt 🌳"}');
});

test('an answer is put on one line, without control characters', () => {
  expect(printable(encode('\u001b[31mno\r\n\r\n\tway\u0000\u202Eback\n'))).toBe('[31mno way back');
});

test('an answer that isn’t text is read without an error', () => {
  expect(printable(Uint8Array.of(0xff, 0xfe, 0x41))).toBe('��A');
});

test('an answer is at most 300 characters, well-formed and printable, whatever comes', () => {
  const bytes = fc.uint8Array({ maxLength: 5000 });
  const text = fc.string({ unit: 'binary', maxLength: 2000 }).map(encode);
  fc.assert(
    fc.property(fc.oneof(bytes, text), (it) => {
      const kept = printable(it);
      expect(kept.length).toBeLessThanOrEqual(300);
      expect(kept.isWellFormed()).toBe(true);
      expect(kept).not.toMatch(/\p{C}/u);
    }),
  );
});

test('an answer is never cut in the middle of a character', () => {
  expect(printable(encode(`${'x'.repeat(299)}🌳`)).isWellFormed()).toBe(true);
});
