/** `npm run simulate -- --seeds 10000`: runs the site in simulated worlds, and looks for broken promises. */
import { parseArgs } from 'node:util';
import { plants, type Plant } from '../tests/simulator/plants.ts';
import { type Run, run, runOf, search, shrunk } from '../tests/simulator/run.ts';
import { orSentence, orUsage, StartError } from './command.ts';

const usage =
  'The options of the simulator are --seeds and --seed with a whole number, and --plant with the name of a planted bug or all: npm run simulate -- --seeds 1000';

/** Each day looks at other worlds. A planted bug is searched from the first world on. */
const firstSeed = Math.floor(Date.now() / 86_400_000) * 10_000;

function readOptions() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1000' },
      seed: { type: 'string' },
      plant: { type: 'string' },
    },
  });
  return {
    count: whole(values.seeds, 1),
    seed: values.seed === undefined ? undefined : whole(values.seed),
    planted: values.plant === undefined ? [] : plantsNamed(values.plant),
  };
}

await orSentence(async () => {
  const { count, seed, planted } = orUsage(readOptions, usage);
  if (planted.length > 1) return showSeeds(planted, count);

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

/** Every step of a seed, with less and less of it left out: only what is needed to fail. */
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

/** For each planted bug, a seed that shows it: the recorded one, or else the first one. */
async function showSeeds(planted: readonly Plant[], count: number): Promise<void> {
  for (const plant of planted) {
    const { name, breaks, seed } = plant;
    const { violation } = await run({ ...runOf(seed), plant });
    const isShown = violation?.includes(breaks);
    const { failing } = isShown ? { failing: { seed } } : await search(1, count, { plant });
    const found = failing ? `seed ${failing.seed}` : `no seed up to ${count}`;
    console.log(`${name}: ${found}${isShown ? '' : `, instead of ${seed}`}`);
  }
}

function plantsNamed(name: string): readonly Plant[] {
  const named = plants.filter((it) => name === 'all' || it.name === name);
  if (named.length > 0) return named;
  throw new TypeError(`There is no planted bug ${name}.`);
}

function whole(text: string, least = 0): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw new TypeError(`${text} is not such a number.`);
}
