/** `npm run simulate -- --seeds 10000`: runs the site in simulated worlds, and looks for broken promises. */
import { parseArgs } from 'node:util';
import type { Run } from '../tests/simulator/run.ts';
import { runOf, search, type Figures } from '../tests/simulator/seeds.ts';
import { shrunk } from '../tests/simulator/shrink.ts';
import { findPlants } from '../tests/simulator/plants/find-plants.ts';
import { orSentence, orUsage, StartError } from './command.ts';

const say = (line: string) => {
  console.error(line);
};

const usage =
  'The options of the simulator are --seeds, --from, --seed, --engine and --plants: npm run simulate -- --seeds 1000';

const readOptions = () =>
  parseArgs({
    options: {
      seeds: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      engine: { type: 'string' },
      plants: { type: 'boolean', default: false },
    },
  });

await orSentence(async () => {
  const { values } = orUsage(readOptions, usage);
  const engine = engineOf(values.engine);
  if (values.plants) return findPlants(whole(values.seeds), say);
  if (values.seed !== undefined) return show(runOf(whole(values.seed), engine));

  const count = whole(values.seeds);
  let next = 0;
  const { figures, failing } = await search(whole(values.from), count, engine, (done) => {
    if (performance.now() < next) return;
    next = performance.now() + 2000;
    say(`${done} of ${count} seeds ...`);
  });
  console.log(lineOf(figures));
  if (failing) await show(failing);
});

/** Every step of a seed, with less and less of it left out: only what is needed to fail. */
async function show(failing: Run): Promise<void> {
  const { seed, engine } = failing;
  const { violation, lines } = await shrunk(failing);
  console.log(lines.join('\n'));
  if (violation === undefined) return;
  throw new StartError(
    `Seed ${seed} on ${engine}: ${violation}.\nThe steps above lead there. To repeat it: npm run simulate -- --seed ${seed} --engine ${engine}`,
  );
}

function lineOf({ seeds, steps, leads, crashes, lost, seconds }: Figures): string {
  return `${seeds} seeds, ${steps} steps, ${leads} leads, ${crashes} crashes, ${lost} lost answers, ${seconds.toFixed(1)} s, ${Math.round(seeds / seconds)} seeds/s`;
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new StartError(`${text} is not a whole number.`);
  return Number(text);
}

function engineOf(name: string | undefined): Run['engine'] | undefined {
  if (name === undefined || name === 'sqlite' || name === 'firestore') return name;
  throw new StartError(
    'The engine must be sqlite or firestore. Without --engine, the seeds alternate.',
  );
}
