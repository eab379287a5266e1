import { describe, expect, test } from 'vitest';
import { runLanes, Output } from '../../../scripts/test/lanes.ts';

/** Runs the lanes by hand: `end` finishes a step, `events` says what began and ended. */
function manualRun(lanes: string[][], needs: Record<string, string> = {}) {
  const running = new Map<string, (passed: boolean) => void>();
  const events: string[] = [];
  const run = (step: string) => {
    events.push(`${step} began`);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    running.set(step, resolve);
    return promise;
  };
  const finished = runLanes({ lanes, needs, run });
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
  test('runs the steps of one lane in order, beside those of the other', async () => {
    const { events, end } = manualRun([
      ['types', 'build'],
      ['unit', 'built'],
    ]);
    expect(events).toEqual(['types began', 'unit began']);
    await end('unit');
    expect(events).toEqual(['types began', 'unit began', 'built began']);
  });

  test('starts a step only when the step that it needs has passed', async () => {
    const { events, end } = manualRun([['types', 'build'], ['built']], { built: 'build' });
    await end('types');
    expect(events).not.toContain('built began');
    await end('build');
    expect(events).toContain('built began');
  });

  test('runs on after a failure, and skips only the steps that need the failed one', async () => {
    const lanes = [['build', 'browser'], ['unit']];
    const { end, finished } = manualRun(lanes, { browser: 'build' });
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
