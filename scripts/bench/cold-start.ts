/** The size of the bundle of submit-contact, and how soon a new process with it answers. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '../../src/shared/api.ts';
import { callBundle } from '../../tests/support/servers/call-bundle.ts';
import { aSubmission } from '../../tests/support/builders/requests.ts';
import { packFunctions, packUnbundled } from '../functions/pack.ts';
import { doors } from '../serve/functions-host.ts';
import { startFirestoreEmulator } from '../firestore-emulator.ts';
import { bundleFigures, startFigures } from './figures.ts';
import { measured, type Measured } from './format.ts';
import { median, withFolder } from './measuring.ts';

const name = 'submit-contact';
const starts = 9;

export const measureColdStart = (): Promise<Measured[]> =>
  withFolder(async (folder) => {
    const zips = await packFunctions(process.cwd(), join(folder, 'zips'), 'zip');
    const zipped = zips.find((it) => it.name === name)?.size;
    await packFunctions(process.cwd(), join(folder, 'bundles'), 'none');
    await packUnbundled(process.cwd(), name, join(folder, 'unbundled'));

    const sqlite = await startUp(folder, { DATA_DIR: join(folder, 'data') });
    const emulator = await startFirestoreEmulator();
    const firestore =
      emulator &&
      (await startUp(folder, {
        FIREBASE_PROJECT_ID: 'demo-bench',
        FIRESTORE_EMULATOR_HOST: emulator.host,
      }));
    await emulator?.close();
    const unpacked = await sizeOf(join(folder, 'bundles', name));
    return [
      ...measured(startFigures.sqlite, sqlite),
      ...(firestore ? measured(startFigures.firestore, firestore) : []),
      ...measured(bundleFigures, { zipped, unpacked }),
    ];
  });

/**
 * Medians of several processes: time to the first answer, from there to the second, and memory. What
 * Netlify packs without our bundle takes turns with them.
 */
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
