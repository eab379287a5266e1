import { describe, expect, test } from 'vitest';
import { runLanes, Output } from '../../../scripts/test/lanes.ts';

/** Runs two lanes by hand: `end` finishes a step, `events` says what began and ended. */
function manualRun(queue: string[], needs: Record<string, string> = {}) {
  const running = new Map<string, (passed: boolean) => void>();
  const events: string[] = [];
  const run = (step: string) => {
    events.push(`${step} began`);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    running.set(step, resolve);
    return promise;
  };
  const finished = runLanes({ queue, lanes: 2, needs, run });
  const end = async (step: string, passed = true) => {
    running.get(step)?.(passed);
    // Lets waiting steps continue.
    await new Promise(setImmediate);
  };
  return { events, end, finished };
}

const outcomes = async (finished: ReturnType<typeof runLanes>) =>
  (await finished).map(({ name, outcome }) => `${name} ${outcome}`);

describe('npm test', () => {
  test('runs two steps at a time, in the order of the queue', async () => {
    const { events, end } = manualRun(['integration', 'browser', 'unit']);
    expect(events).toEqual(['integration began', 'browser began']);
    await end('browser');
    expect(events.at(-1)).toBe('unit began');
  });

  test('starts a step when the one that it needs has passed, and others before it', async () => {
    const { events, end } = manualRun(['build', 'built', 'unit'], { built: 'build' });
    expect(events).toEqual(['build began', 'unit began']);
    await end('build');
    expect(events.at(-1)).toBe('built began');
  });

  test('runs on after a failure, and skips only the steps that need the failed one', async () => {
    const { end, finished } = manualRun(['build', 'browser', 'unit'], { browser: 'build' });
    await end('build', false);
    await end('unit');
    expect(await outcomes(finished)).toEqual(['build failed', 'browser skipped', 'unit passed']);
  });

  test('keeps the output of each step whole, and prints the first one as it comes', () => {
    let printed = '';
    const output = new Output({ write: (text) => (printed += text) });
    const types = output.open('types');
    const unit = output.open('unit');
    types.write('a');
    unit.write('1');
    expect(printed).toBe('\ntypes\na');
    types.write('b\n');
    types.close();
    expect(printed).toBe('\ntypes\nab\n\nunit\n1');
    unit.write('2');
    expect(printed).toBe('\ntypes\nab\n\nunit\n12');
  });
});
