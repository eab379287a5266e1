import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentenceOf } from '../../../../functions/delivery/send.ts';
import { CannotSend } from '../../../../functions/delivery/webhook/guard.ts';
import { printable } from '../../../../functions/delivery/webhook/post.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test('an answer keeps its words', () => {
  expect(printable(encode('{"error":"Größe fehlt 🌳"}'))).toBe('{"error":"Größe fehlt 🌳"}');
});

test('an answer is put on one line, without control characters', () => {
  expect(printable(encode('\u001b[31mno\r\n\r\n\tway\u0000\u202Eback\n'))).toBe('[31mno way back');
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

const withCode = (code: string) =>
  Object.assign(new Error('https://user:pass@hooks.example/secret?token=1'), { code });

test.each([
  [withCode('ECONNREFUSED'), 'The connection was refused'],
  [withCode('CERT_HAS_EXPIRED'), 'The certificate has expired'],
  [withCode('HPE_INVALID_CONSTANT'), 'The answer was not HTTP'],
  [withCode('HPE_HEADER_OVERFLOW'), 'The headers of the answer are too large'],
  [withCode('ERR_SSL_WRONG_VERSION_NUMBER'), 'The connection could not be encrypted'],
  [withCode('ENEWERRNO'), 'The attempt failed (ENEWERRNO)'],
  [withCode('/secret?token=1'), 'The attempt failed'],
  [withCode('constructor'), 'The attempt failed (constructor)'],
  [new Error('https://user:pass@hooks.example/secret?token=1'), 'The attempt failed'],
  [new DOMException('', 'TimeoutError'), 'No answer within 10 s'],
  [new CannotSend('The address is not public'), 'The address is not public'],
])('%s is reported as: %s', (error, sentence) => {
  expect(sentenceOf(error, 10_000)).toBe(sentence);
});
