/** The size of the bundle of submit-contact, and how soon a new process with it answers. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '../../src/shared/api.ts';
import { callBundle } from '../../tests/support/servers/call-bundle.ts';
import { aSubmission } from '../../tests/support/builders/requests.ts';
import { packFunctions, packUnbundled } from '../functions/pack.ts';
import { doors } from '../serve/functions-host.ts';
import { startFirestoreEmulator } from '../firestore-emulator.ts';
import type { Figure } from './figures.ts';
import { median, withFolder } from './measuring.ts';

const name = 'submit-contact';
const starts = 9;

export const measureColdStart = (): Promise<Figure[]> =>
  withFolder(async (folder) => {
    const zips = await packFunctions(process.cwd(), join(folder, 'zips'), 'zip');
    const zipped = zips.find((it) => it.name === name)?.size;
    await packFunctions(process.cwd(), join(folder, 'bundles'), 'none');
    await packUnbundled(process.cwd(), name, join(folder, 'unbundled'));

    const sqlite = await startUp('SQLite', folder, { DATA_DIR: join(folder, 'data') });
    const emulator = await startFirestoreEmulator();
    const firestore =
      emulator &&
      (await startUp('Firestore', folder, {
        FIREBASE_PROJECT_ID: 'demo-bench',
        FIRESTORE_EMULATOR_HOST: emulator.host,
      }));
    await emulator?.close();
    const unpacked = await sizeOf(join(folder, 'bundles', name));
    return [
      ...sqlite,
      ...(firestore ?? []),
      { name: `\`${name}\`: its bundle, zipped`, unit: 'KB', value: zipped ?? NaN },
      { name: `\`${name}\`: its bundle, unpacked`, unit: 'KB', value: unpacked },
    ];
  });

/**
 * Medians of several processes: time to the first answer, from there to the second, and memory. What
 * Netlify packs without our bundle takes turns with them.
 */
async function startUp(
  engine: string,
  folder: string,
  env: Record<string, string>,
): Promise<Figure[]> {
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
  const from = `\`${name}\` from nothing on ${engine}:`;
  return [
    { name: `${from} first lead`, unit: 'ms', value: median(first) },
    { name: `${from} first lead, against Netlify’s own packing`, unit: 'times', value: gain },
    { name: `${from} second lead`, unit: 'ms', value: median(second) },
    { name: `${from} memory`, unit: 'MB', value: median(memory) },
  ];
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
