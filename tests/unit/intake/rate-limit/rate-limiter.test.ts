import { describe, expect, test } from 'vitest';
import type { Admission } from '../../../../functions/intake/rate-limit/window.ts';
import { openGate } from '../../../../functions/intake/rate-limit/gate.ts';

const limit = { count: 3, windowMs: 60_000 };
const admitted: Admission = { admitted: true };

/** A gate, and a store that says what the test wants and counts how often it was asked. */
function aGate() {
  let time = 0;
  const gate = openGate(limit, () => time);
  const asked = { find: 0, admit: 0, failed: 0, refused: 0 };
  const come = ({
    network = 'one',
    known = false,
    answer = (): Promise<Admission> => Promise.resolve(admitted),
  } = {}) =>
    gate.enter(network, {
      find: () => {
        asked.find += 1;
        return Promise.resolve(known ? 'what is stored' : undefined);
      },
      admit: () => {
        asked.admit += 1;
        return answer();
      },
      failed: () => (asked.failed += 1),
      refused: () => (asked.refused += 1),
    });
  return { come, asked, pass: (ms: number) => (time += ms) };
}

const full = () => Promise.resolve<Admission>({ admitted: false, until: 1000 });
const broken = () => Promise.reject(new Error('no disk'));

describe('the gate', () => {
  test('lets in who is admitted, and does not count what is stored already', async () => {
    const { come, asked } = aGate();
    expect(await come()).toEqual({ state: 'new' });
    expect(await come({ known: true })).toEqual({ state: 'known', known: 'what is stored' });
    expect(asked.admit).toBe(1);
  });

  test('refuses a flood without asking the store, until the time is up', async () => {
    const { come, asked, pass } = aGate();
    for (let i = 0; i < 1000; i += 1) {
      expect(await come({ answer: full })).toEqual({ state: 'full', until: 1000 });
    }
    expect(asked).toEqual({ admit: 1, find: 1 + limit.count, failed: 0, refused: 1 });
    expect(await come({ network: 'other' })).toEqual({ state: 'new' });
    pass(1000);
    expect(await come()).toEqual({ state: 'new' });
  });

  test('knows a retry even when all is full', async () => {
    const { come } = aGate();
    await come({ answer: full });
    expect(await come({ known: true })).toEqual({ state: 'known', known: 'what is stored' });
    expect(await come()).toEqual({ state: 'full', until: 1000 });
  });

  test('lets everyone in while counting fails, and then tries again', async () => {
    const { come, asked, pass } = aGate();
    const all = await Promise.all(Array.from({ length: 20 }, () => come({ answer: broken })));
    expect(all).toEqual(Array(20).fill({ state: 'new' }));
    expect(asked).toMatchObject({ admit: 1, failed: 1 });
    pass(5000);
    expect(await come({ answer: full })).toMatchObject({ state: 'full' });
  });

  test('lets one after the other of a network ask, and others meanwhile', async () => {
    const { come, asked } = aGate();
    const { promise, resolve } = Promise.withResolvers<Admission>();
    const first = come({ answer: () => promise });
    const second = come();
    expect(await come({ network: 'other' })).toEqual({ state: 'new' });
    expect(asked.admit).toBe(2);
    resolve(admitted);
    expect(await Promise.all([first, second])).toEqual([{ state: 'new' }, { state: 'new' }]);
    expect(asked.admit).toBe(3);
  });
});
