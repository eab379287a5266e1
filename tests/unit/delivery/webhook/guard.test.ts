import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import {
  checkedLookup,
  checkUrl,
  type Resolve,
} from '../../../../functions/delivery/webhook/guard.ts';

const target = (url: string, allowPrivate = false) => ({
  url: new URL(url),
  secrets: [],
  allowPrivate,
});

describe('the URL of the webhook', () => {
  test.each([
    'https://hooks.example.com/in',
    'https://hooks.example.com:8443/',
    'https://8.8.8.8/',
    'https://[2606:2800:220:1::1]/',
  ])('may be %s', (url) => {
    expect(() => {
      checkUrl(target(url));
    }).not.toThrow();
  });

  test.each(['http://hooks.example.com/', 'ftp://hooks.example.com/', 'file:///etc/passwd'])(
    'begins with https, unlike %s',
    (url) => {
      expect(() => {
        checkUrl(target(url));
      }).toThrow('The address must begin with https://');
    },
  );

  test.each([
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f000001/'],
    ...['https://0177.0.0.1/', 'https://0/', 'https://127.0.0.1./', 'https://192.168.1.1/'],
    ...['https://169.254.169.254/latest/meta-data/', 'https://１２７.0.0.1/', 'https://[::1]/'],
    ...['https://[::]/', 'https://[::ffff:127.0.0.1]/', 'https://[fd00:ec2::254]/'],
  ])('can’t be a private address, however it is written: %s', (url) => {
    expect(() => {
      checkUrl(target(url));
    }).toThrow('The address is not public');
  });

  test.each(['http://127.0.0.1:9000/', 'https://[::1]/', 'http://localhost/'])(
    'may be %s in development',
    (url) => {
      expect(() => {
        checkUrl(target(url, true));
      }).not.toThrow();
    },
  );

  test('is http or https in development too', () => {
    expect(() => {
      checkUrl(target('ftp://localhost/', true));
    }).toThrow();
  });
});

describe('looking up the name', () => {
  const found = (...addresses: string[]): LookupAddress[] =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  /** Calls it as node:net does. */
  function ask(resolve: Resolve, { allowPrivate = false, all = true } = {}): Promise<unknown[]> {
    const { promise, resolve: answer, reject } = Promise.withResolvers<unknown[]>();
    checkedLookup(resolve, allowPrivate)('hooks.example.com', { all }, (error, ...rest) => {
      if (error) reject(error);
      else answer(rest);
    });
    return promise;
  }

  test('passes on the addresses that it checked, and looks up once', async () => {
    const answers = [found('8.8.8.8', '2606:2800:220:1::1'), found('127.0.0.1')];
    const asked: string[] = [];
    const resolve: Resolve = (name) => {
      asked.push(name);
      return Promise.resolve(answers.shift() ?? []);
    };
    expect(await ask(resolve)).toEqual([found('8.8.8.8', '2606:2800:220:1::1')]);
    expect(asked).toEqual(['hooks.example.com']);
  });

  test('passes on one address if one is asked for', async () => {
    const resolve = () => Promise.resolve(found('8.8.8.8', '1.1.1.1'));
    expect(await ask(resolve, { all: false })).toEqual(['8.8.8.8', 4]);
  });

  test.each([
    ['a private one', ['10.0.0.1']],
    ['a private one behind a public one', ['8.8.8.8', '127.0.0.1']],
    ['a private one before a public one', ['::1', '8.8.8.8']],
    ['a mapped one', ['::ffff:169.254.169.254']],
  ])('refuses %s', async (_, addresses) => {
    const resolve = () => Promise.resolve(found(...addresses));
    for (const all of [true, false]) {
      await expect(ask(resolve, { all })).rejects.toThrow('The address is not public');
    }
  });

  test('refuses a name without addresses', async () => {
    await expect(ask(() => Promise.resolve([]))).rejects.toThrow('could not be found');
  });

  test('accepts a private address in development', async () => {
    const resolve = () => Promise.resolve(found('127.0.0.1'));
    expect(await ask(resolve, { allowPrivate: true })).toEqual([found('127.0.0.1')]);
  });
});
