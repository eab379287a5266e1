import { expect, test } from 'vitest';
import { CannotSend } from '../../../../functions/delivery/webhook/guard.ts';
import { sentenceOf } from '../../../../functions/delivery/webhook/send-error.ts';

const withCode = (code: string) =>
  Object.assign(new Error('https://user:pass@hooks.example/secret?token=1'), { code });

test.each([
  [withCode('ECONNREFUSED'), 'The connection was refused'],
  [withCode('ENOTFOUND'), 'The address could not be found'],
  [withCode('CERT_HAS_EXPIRED'), 'The certificate has expired'],
  [withCode('HPE_INVALID_CONSTANT'), 'The answer was not HTTP'],
  [withCode('HPE_HEADER_OVERFLOW'), 'The headers of the answer are too large'],
  [withCode('ERR_SSL_WRONG_VERSION_NUMBER'), 'The connection could not be encrypted'],
  [withCode('ENEWERRNO'), 'The attempt failed (ENEWERRNO)'],
  [withCode('/secret?token=1'), 'The attempt failed'],
  [withCode('token=/secret?'), 'The attempt failed'],
  [withCode('constructor'), 'The attempt failed (constructor)'],
  [new Error('https://user:pass@hooks.example/secret?token=1'), 'The attempt failed'],
  ['https://hooks.example/secret', 'The attempt failed'],
  [new DOMException('', 'TimeoutError'), 'No answer within 10 s'],
  [new CannotSend('The address is not public'), 'The address is not public'],
])('%s is reported as: %s', (error, sentence) => {
  expect(sentenceOf(error, 10_000)).toBe(sentence);
});

test('a shortened timeout is reported in tenths of a second', () => {
  expect(sentenceOf(new DOMException('', 'TimeoutError'), 3217)).toBe('No answer within 3.2 s');
});
