import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '../../../../functions/delivery/webhook/post.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test('keeps words as they are', () => {
  expect(printable(encode('{"error":"Größe fehlt 🌳"}'))).toBe('{"error":"Größe fehlt 🌳"}');
});

test('puts lines and control characters on one line', () => {
  expect(printable(encode('\u001b[31mno\r\n\r\n\tway\u0000\u202Eback\n'))).toBe('[31mno way back');
});

test('reads what is not text without failing', () => {
  expect(printable(Uint8Array.of(0xff, 0xfe, 0x41))).toBe('��A');
});

test('is at most 300 characters, well-formed and printable, whatever comes', () => {
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

test('does not cut a character in two', () => {
  expect(printable(encode(`${'x'.repeat(299)}🌳`)).isWellFormed()).toBe(true);
});
