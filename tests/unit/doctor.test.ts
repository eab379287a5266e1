import { expect, test } from 'vitest';
import { CheckFailed, passed, Report, Skipped } from '../../scripts/doctor/report.ts';

test('the doctor passes what a check finds to the checks that need it', async () => {
  const report = new Report();
  const first = report.check('a', () => ({ detail: '', found: 7 }));
  report.check('b', async () => passed(`found ${await first()}`));
  expect(await report.findings()).toMatchObject([{}, { outcome: 'ok', detail: 'found 7' }]);
});

test('the doctor says what failed, and skips all checks that depend on it', async () => {
  const report = new Report();
  const bad = report.check('bad', () => {
    throw new CheckFailed('It is off: turn it on.');
  });
  const second = report.check('second', async () => {
    await bad();
    return passed('');
  });
  report.check('third', async () => {
    await second();
    return passed('');
  });
  report.check('other', () => passed('well'));
  expect(await report.findings()).toEqual([
    { name: 'bad', outcome: 'failed', detail: 'It is off: turn it on.' },
    { name: 'second', outcome: 'skipped', detail: '"bad" failed' },
    { name: 'third', outcome: 'skipped', detail: '"bad" failed' },
    { name: 'other', outcome: 'ok', detail: 'well' },
  ]);
});

test('the doctor skips what there is nothing to check of, and what needs it', async () => {
  const report = new Report();
  const nothing = report.check('none', () => {
    throw new Skipped('none is wanted');
  });
  report.check('next', async () => passed(String(await nothing())));
  expect((await report.findings()).map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['skipped', 'none is wanted'],
    ['skipped', 'none is wanted'],
  ]);
});

test('the doctor runs independent checks at the same time, and reports them in order', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const report = new Report();
  report.check('waits', async () => {
    await promise;
    return passed('');
  });
  report.check('ends it', () => {
    resolve(undefined);
    return passed('');
  });
  expect((await report.findings()).map(({ name }) => name)).toEqual(['waits', 'ends it']);
});

test('the doctor prints no words of an error that it did not expect, and what is to do', async () => {
  const report = new Report();
  report.check('a', () => {
    throw new RangeError('the key is hunter2');
  });
  expect((await report.findings())[0]?.detail).toMatch(
    /^The doctor itself failed.+RangeError.+: run/,
  );
});
