/** The size of the bundle of submit-contact, and how soon a new process with it answers. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '../../src/shared/api.ts';
import { callBundle } from '../../tests/support/servers/call-bundle.ts';
import { aSubmission } from '../../tests/support/builders/requests.ts';
import { packFunctions, packUnbundled } from '../functions/pack.ts';
import { doors } from '../serve/functions-host.ts';
import { noEmulator, startFirestoreEmulator } from '../firestore-emulator.ts';
import { measured, type Report } from './format.ts';
import { bundleFigures, startFigures } from './function-figures.ts';
import { withFolder } from './scratch.ts';
import { median } from './timing.ts';

const name = 'submit-contact';
const starts = 9;

export function coldStartReport(): Promise<Report> {
  return withFolder(async (folder) => {
    const zips = await packFunctions(process.cwd(), join(folder, 'zips'), 'zip');
    const zipped = zips.find((it) => it.name === name)?.size;
    await packFunctions(process.cwd(), join(folder, 'bundles'), 'none');
    await packUnbundled(process.cwd(), name, join(folder, 'unbundled'));
    const bundle = join(folder, 'bundles', name);

    const sqlite = await startUp(folder, { DATA_DIR: join(folder, 'data') });
    const emulator = await startFirestoreEmulator();
    const firestore =
      emulator &&
      (await startUp(folder, {
        FIREBASE_PROJECT_ID: 'demo-bench',
        FIRESTORE_EMULATOR_HOST: emulator.host,
      }));
    await emulator?.close();
    return {
      title: 'Cold start of submit-contact: from the start of its process to its answers',
      details: emulator
        ? `Medians of ${starts} processes on each engine. As many of what Netlify packs without our bundles take turns with them.`
        : noEmulator,
      figures: [
        ...measured(startFigures.sqlite, sqlite),
        ...(firestore ? measured(startFigures.firestore, firestore) : []),
        ...measured(bundleFigures, { zipped, unpacked: await sizeOf(bundle) }),
      ],
    };
  });
}

/** Medians of several processes: time to the first answer, from there to the second, and memory. */
async function startUp(folder: string, env: Record<string, string>) {
  const first: number[] = [];
  const second: number[] = [];
  const memory: number[] = [];
  const unbundled: number[] = [];
  for (let i = 0; i < starts; i += 1) {
    const [one, two] = await twoLeads(join(folder, 'bundles', name), env);
    first.push(one.ms);
    second.push(two.ms - one.ms);
    memory.push(two.memory);
    const [other] = await twoLeads(join(folder, 'unbundled', name), env, doors);
    unbundled.push(other.ms);
  }
  const gain = median(first) / median(unbundled);
  return { first: median(first), gain, second: median(second), memory: median(memory) };
}

/** Two leads, one after the other, in a new process. */
async function twoLeads(folder: string, env: Record<string, string>, entries?: string) {
  // All processes are one network.
  const settings = { ...env, SUBMIT_LIMIT: '5000/10m' };
  const [one, two] = await callBundle(folder, name, [submit(), submit()], settings, entries);
  if (one?.status !== 201 || two?.status !== 201)
    throw new Error(`A lead was not accepted: ${one?.text}`);
  return [one, two] as const;
}

const submit = () => ({
  path: api.submitContact,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(aSubmission()),
});

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((it) => it.isFile());
  const sizes = await Promise.all(
    files.map(async (it) => (await stat(join(it.parentPath, it.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
