import { describe, expect, test } from 'vitest';
import { personHasher } from '../../../functions/privacy/person.ts';

const hash = personHasher('a key of thirty-two characters..');

describe('a person’s hashes', () => {
  test('are the same however the address and the number were typed', () => {
    const hashes = hash({ email: 'dana@example.com', phone: '+17135550123' });
    expect(hashes).toHaveLength(2);
    expect(hash({ email: ' Dana@Example.COM ', phone: '(713) 555-0123' })).toEqual(hashes);
    expect(hash({ email: 'dana@example.com' })).toEqual(hashes.slice(0, 1));
    expect(hash({ phone: '1 713 555 0123 ext. 4' })).toEqual(hashes.slice(1));
  });

  test('come from the digits if the number can’t be read', () => {
    expect(hash({ phone: '555-0142' })).toHaveLength(1);
    expect(hash({ phone: '555-0142' })).toEqual(hash({ phone: '5550142' }));
    expect(hash({ phone: '555-0142' })).not.toEqual(hash({ phone: '5550143' }));
  });

  test('leave out a blank address, and a phone without digits', () => {
    expect(hash({})).toEqual([]);
    expect(hash({ email: ' ', phone: 'call me' })).toEqual([]);
  });

  test('leave out a phone of fewer than seven digits, which could be anybody’s', () => {
    expect(hash({ phone: '0' })).toEqual([]);
    expect(hash({ phone: '55-01-42' })).toEqual([]);
  });

  test('are SHA-256 hashes that differ under another key, and between a number and an address', () => {
    const [email = ''] = hash({ email: '17135550123' });
    expect(email).toMatch(/^[\da-f]{64}$/);
    expect(hash({ phone: '17135550123' })).not.toContain(email);
    expect(
      personHasher('another key of the same length..')({ email: '17135550123' }),
    ).not.toContain(email);
  });
});
