import { describe, expect, test } from 'vitest';
import { personHasher } from '../../../functions/opt-outs/person.ts';
import { phoneE164 } from '../../../src/shared/phone-numbers.ts';

const houston = '+17135550142';

test.each([
  ['7135550142', houston],
  ['(713) 555-0142', houston],
  ['713–555–0142', houston],
  ['\u202A713-555-0142\u202C', houston],
  ['７１３ ５５５ ０１４２', houston],
  ['+1 (713) 555-0142', houston],
  ['(+1) 713 555 0142', houston],
  ['001 713 555 0142', houston],
  ['0117135550142', null],
  ['tel:+1-713-555-0142', houston],
  ['(713) 555-0142 (cell)', houston],
  ['713-555-0142 ext. 9', houston],
  ['713-555-0142x9', houston],
  ['713-555-0142 #9', houston],
  ['713-555-0142; 281-555-0100', houston],
  ['7135550142 after 5pm', houston],
  ['713-555-0142 9-5 Mon-Fri', houston],
  ['1 713 555 0142 24h', houston],
  ['713-555-0142 ext. 12345678', houston],
  ['+44 20 7946 0958 am 9', '+442079460958'],
  ['555-2142 apt 123', null],
  ['713-555-O142', null],
  ['1-800-GO-FEDEX', '+18004633339'],
  ['1 800 BOX 0142', '+18002690142'],
  ['+44 20 7946 0958', '+442079460958'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['011 44 20 7946 0958', '+442079460958'],
  ['555-0142', null],
  ['713-555-01423', null],
  ['713-155-0142', null],
  ['911-555-0142', null],
  ['+1 713 555 014', null],
  ['+713 555 0142', null],
  ['+7 495 123-45-67', '+74951234567'],
  ['call me', null],
  ['', null],
])('a phone number is understood as it is typed: %j is %s', (typed, number) => {
  expect(phoneE164(typed)).toBe(number);
});

const hash = personHasher('a key of thirty-two characters..');

describe('a person’s hashes', () => {
  test('are the same for each notation of an address or number', () => {
    const hashes = hash({ email: 'dana@example.com', phone: '+17135550123' });
    expect(hashes).toHaveLength(2);
    expect(hash({ email: ' Dana@Example.COM ', phone: '(713) 555-0123' })).toEqual(hashes);
    expect(hash({ email: 'dana@example.com' })).toEqual(hashes.slice(0, 1));
    expect(hash({ phone: '1 713 555 0123 ext. 4' })).toEqual(hashes.slice(1));
  });

  test('use the digits if the number cannot be parsed', () => {
    for (const phone of ['555-0142', '+49 30 901 820 1234'])
      expect(hash({ phone })).toHaveLength(1);
    expect(hash({ phone: '555-0142' })).toEqual(hash({ phone: '5550142' }));
    expect(hash({ phone: '555-0142' })).not.toEqual(hash({ phone: '5550143' }));
  });

  test('cover both numbers, if there are two', () => {
    const both = hash({ phone: '713-555-0142 after 5 or (281) 555-0100' });
    expect(both).toEqual([...hash({ phone: '7135550142' }), ...hash({ phone: '281 555 0100' })]);
    expect(hash({ phone: '713/555-0142' })).toEqual(hash({ phone: '7135550142' }));
  });

  test.each([
    ['+713 555 0142', '(713) 555-0142'],
    ['+17135550142', '+713 555 0142'],
    ['713-555-0142 281-555-0100', '281.555.0100'],
    ['+1 281 555 0100', '(713) 555-0142 (cell), 281-555-0100 (work)'],
    ['+44 20 7946 0958', '44 20 7946 0958'],
  ])('have one in common for %s and %s', (one, other) => {
    expect(hash({ phone: one }).some((it) => hash({ phone: other }).includes(it))).toBe(true);
  });

  test('leave out a blank address and a phone without digits', () => {
    expect(hash({})).toEqual([]);
    expect(hash({ email: ' ', phone: 'call me' })).toEqual([]);
  });

  test('leave out a phone of fewer than seven digits, which several people may share', () => {
    expect(hash({ phone: '0' })).toEqual([]);
    expect(hash({ phone: '55-01-42' })).toEqual([]);
  });

  test('are SHA-256 hashes that change with the key, and differ between a number and an address', () => {
    const [email = ''] = hash({ email: '17135550123' });
    expect(email).toMatch(/^[\da-f]{64}$/);
    expect(hash({ phone: '17135550123' })).not.toContain(email);
    expect(
      personHasher('another key of the same length..')({ email: '17135550123' }),
    ).not.toContain(email);
  });
});
