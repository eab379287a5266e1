/** `npm run simulate -- --seeds 10000`: runs the site in simulated worlds and looks for broken promises. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { plants, type Plant } from '../tests/simulator/plants.ts';
import { type Run, runOf, search, shrunk } from '../tests/simulator/run.ts';
import { orSentence, orUsage, StartError } from './command.ts';

const usage =
  'The options of the simulator are --seeds and --seed with a whole number, and --plant with the name of a planted bug, or with all and --write: npm run simulate -- --seeds 1000';

/** Each day uses other seeds. The search for a planted bug begins with seed 1. */
const firstSeed = Math.floor(Date.now() / 86_400_000) * 10_000;

const table = 'tests/simulator/plants.ts';

function readOptions() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1000' },
      seed: { type: 'string' },
      plant: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  return {
    count: whole(values.seeds, 1),
    seed: values.seed === undefined ? undefined : whole(values.seed),
    planted: values.plant === undefined ? [] : plantsNamed(values.plant),
    isWritten: values.write,
  };
}

await orSentence(async () => {
  const { count, seed, planted, isWritten } = orUsage(readOptions, usage);
  if (planted.length > 1) return showSeeds(planted, count, isWritten);

  const [plant] = planted;
  if (seed !== undefined) return show({ ...runOf(seed), plant });

  let next = 0;
  const progress = (done: number) => {
    if (performance.now() < next) return;
    next = performance.now() + 2000;
    console.error(`${done} of ${count} seeds ...`);
  };
  const { figures, failing } = await search(plant ? 1 : firstSeed, count, { plant, progress });
  const { seeds, steps, leads, crashes, lost, seconds } = figures;
  console.log(
    `${seeds} seeds, ${steps} steps, ${leads} leads, ${crashes} crashes, ${lost} lost answers, ${seconds.toFixed(1)} s, ${Math.round(seeds / seconds)} seeds/s`,
  );
  if (failing) await show(failing);
});

/** Reduces a failing run to the steps that are needed to fail, and prints them. */
async function show(failing: Run): Promise<void> {
  const { seed, engine, plant } = failing;
  const { violation, lines } = await shrunk(failing);
  console.log(lines.join('\n'));
  if (violation === undefined) return;
  const options = `${plant ? `--plant '${plant.name}' ` : ''}--seed ${seed}`;
  throw new StartError(
    `Seed ${seed} on ${engine}: ${violation}.\nThe steps above lead there. To repeat it: npm run simulate -- ${options}`,
  );
}

/** Finds a seed for each planted bug: the recorded one if it still fails, otherwise the first that fails. */
async function showSeeds(planted: readonly Plant[], count: number, isWritten: boolean) {
  let text = readFileSync(table, 'utf8');
  for (const plant of planted) {
    const { name, seed } = plant;
    const recorded = await search(seed, 1, { plant });
    const { failing } = recorded.failing ? recorded : await search(1, count, { plant });
    console.log(`${name}: ${failing ? `seed ${failing.seed}` : `no seed up to ${count}`}`);
    if (!failing) continue;
    const row = new RegExp(`(name: '${name}'[^]*?seed: )\\d+`);
    text = text.replace(row, `$1${failing.seed}`);
  }
  if (isWritten) writeFileSync(table, text);
}

function plantsNamed(name: string): readonly Plant[] {
  const named = plants.filter((plant) => name === 'all' || plant.name === name);
  if (named.length > 0) return named;
  throw new TypeError(`There is no planted bug ${name}.`);
}

function whole(text: string, least = 0): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw new TypeError(`${text} is not such a number.`);
}
