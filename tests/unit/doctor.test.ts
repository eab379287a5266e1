import { expect, test } from 'vitest';
import {
  CheckFailed,
  examine,
  liveWorld,
  NothingToCheck,
  passed,
  type Check,
} from '../../scripts/doctor/check.ts';
import { isWell, checks } from '../../scripts/doctor.ts';

const ample = 10_000;
const world = liveWorld({});

const look = (checks: readonly Check[], patience = ample) => examine(checks, world, patience);

const check = (name: string, run: Check['run'], ...needs: Check[]): Check => ({ name, needs, run });

const failing = check('bad', () => {
  throw new CheckFailed('It is off: turn it on.');
});

test('the doctor passes the findings of earlier checks to the checks that need them', async () => {
  const first: Check<number> = { name: 'a', needs: [], run: () => ({ detail: '', found: 7 }) };
  const second = check('b', (_, { found }) => passed(`found ${found(first)}`), first);
  expect(await look([first, second])).toMatchObject([{}, { outcome: 'ok', detail: 'found 7' }]);
});

test('the doctor says what failed, and skips all checks that depend on it', async () => {
  const second = check('second', () => passed(''), failing);
  const third = check('third', () => passed(''), second);
  expect(await look([failing, second, third, check('other', () => passed('well'))])).toEqual([
    { name: 'bad', outcome: 'failed', detail: 'It is off: turn it on.' },
    { name: 'second', outcome: 'skipped', detail: '"bad" failed' },
    { name: 'third', outcome: 'skipped', detail: '"bad" failed' },
    { name: 'other', outcome: 'ok', detail: 'well' },
  ]);
});

test('the doctor passes when there was nothing to check, but not when a check failed', async () => {
  const nothing = check('none', () => {
    throw new NothingToCheck('none is wanted');
  });
  const next = check('next', () => passed(''), nothing);
  const findings = await look([nothing, next]);
  expect(findings.map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['skipped', 'none is wanted'],
    ['skipped', 'none is wanted'],
  ]);
  expect(isWell(findings)).toBe(true);
  expect(isWell(await look([failing, nothing]))).toBe(false);
});

test('the doctor runs independent checks at the same time, and reports them in order', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const waits = check('waits', async () => {
    await promise;
    return passed('');
  });
  const lets = check('lets it go', () => {
    resolve(undefined);
    return passed('');
  });
  expect((await look([waits, lets])).map(({ name, outcome }) => [name, outcome])).toEqual([
    ['waits', 'ok'],
    ['lets it go', 'ok'],
  ]);
});

test('the doctor stops waiting for a slow check, and aborts it', async () => {
  let told: AbortSignal | undefined;
  const never = check('never', (_, { signal }) => {
    told = signal;
    return new Promise(() => undefined);
  });
  expect(await look([never, check('other', () => passed(''))], 20)).toMatchObject([
    { outcome: 'failed', detail: expect.stringMatching(/^No answer within 0.02 s: run/) as string },
    { outcome: 'ok' },
  ]);
  expect(told?.aborted).toBe(true);
});

test('each check has a unique name', () => {
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
});

test.each([
  () => Promise.reject(new TypeError('cannot read a-secret')),
  () => {
    throw Object.assign(new Error('a-secret'), { name: 'TypeError' });
  },
])('the doctor reports its own faults without quoting their messages', async (run) => {
  const [finding] = await look([check('broken', run)]);
  expect(finding?.detail).toMatch(/^The doctor itself failed here \(TypeError\): run it again/);
  expect(finding?.detail).not.toMatch(/secret/);
});
