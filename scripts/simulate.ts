/** `npm run simulate -- --seeds 10000`: runs the site in simulated worlds, and looks for broken promises. */
import { parseArgs } from 'node:util';
import { type Run, runOf, search, shrunk } from '../tests/simulator/run.ts';
import { orSentence, orUsage, StartError } from './command.ts';

const usage =
  'The options of the simulator are --seeds and --seed with a whole number: npm run simulate -- --seeds 1000';

/** Each day looks at other worlds. */
const firstSeed = Math.floor(Date.now() / 86_400_000) * 10_000;

function readOptions() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1000' },
      seed: { type: 'string' },
    },
  });
  return {
    count: whole(values.seeds, 1),
    seed: values.seed === undefined ? undefined : whole(values.seed),
  };
}

await orSentence(async () => {
  const { count, seed } = orUsage(readOptions, usage);
  if (seed !== undefined) return show(runOf(seed));

  let next = 0;
  const { figures, failing } = await search(firstSeed, count, (done) => {
    if (performance.now() < next) return;
    next = performance.now() + 2000;
    console.error(`${done} of ${count} seeds ...`);
  });
  const { seeds, steps, leads, crashes, lost, seconds } = figures;
  console.log(
    `${seeds} seeds, ${steps} steps, ${leads} leads, ${crashes} crashes, ${lost} lost answers, ${seconds.toFixed(1)} s, ${Math.round(seeds / seconds)} seeds/s`,
  );
  if (failing) await show(failing);
});

/** Every step of a seed, with less and less of it left out: only what is needed to fail. */
async function show(failing: Run): Promise<void> {
  const { seed, engine } = failing;
  const { violation, lines } = await shrunk(failing);
  console.log(lines.join('\n'));
  if (violation === undefined) return;
  throw new StartError(
    `Seed ${seed} on ${engine}: ${violation}.\nThe steps above lead there. To repeat it: npm run simulate -- --seed ${seed}`,
  );
}

function whole(text: string, least = 0): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw new TypeError(`${text} is not such a number.`);
}
