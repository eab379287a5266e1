/** The size of the bundle of submit-contact, and how soon a new process with it answers. */
import { join } from 'node:path';
import { api } from '../../src/shared/api.ts';
import { callBundle } from '../../tests/support/servers/call-bundle.ts';
import { aSubmission } from '../../tests/support/builders/requests.ts';
import { packFunctions, packUnbundled } from '../functions/bundle.ts';
import { doors } from '../serve/functions-host.ts';
import { startFirestoreEmulator } from '../firestore-emulator.ts';
import type { Figure } from './figures.ts';
import { median, withFolder } from './measuring.ts';

const name = 'submit-contact';
/** The function that answers it. */
const door = 'public';
const starts = 9;

export const measureColdStart = (): Promise<Figure[]> =>
  withFolder(async (folder) => {
    const root = process.cwd();
    const zips = await packFunctions(root, join(folder, 'zips'), 'zip');
    const zipped = zips.find((it) => it.name === door)?.size ?? NaN;
    await packFunctions(root, join(folder, 'bundles'), 'none');
    await packUnbundled(root, join(folder, 'unbundled'));

    const sqlite = await startUp('SQLite', folder, { DATA_DIR: join(folder, 'data') });
    const emulator = await startFirestoreEmulator();
    const firestore =
      emulator &&
      (await startUp('Firestore', folder, {
        FIREBASE_PROJECT_ID: 'demo-bench',
        FIRESTORE_EMULATOR_HOST: emulator.host,
      }));
    await emulator?.close();
    return [
      ...sqlite,
      ...(firestore ?? []),
      { name: `\`${name}\`: its bundle, zipped`, unit: 'KB', value: zipped },
    ];
  });

/** Medians of several processes. What Netlify packs without our bundle takes turns with them. */
async function startUp(
  engine: string,
  folder: string,
  env: Record<string, string>,
): Promise<Figure[]> {
  const bundled: number[] = [];
  const unbundled: number[] = [];
  for (let i = 0; i < starts; i += 1) {
    bundled.push(await firstLead(join(folder, 'bundles', door), env));
    unbundled.push(await firstLead(join(folder, 'unbundled', door), env, doors));
  }
  const gain = median(bundled) / median(unbundled);
  const from = `\`${name}\` from nothing on ${engine}: first lead`;
  return [
    { name: from, unit: 'ms', value: median(bundled) },
    { name: `${from}, against Netlify’s own packing`, unit: 'times', value: gain },
  ];
}

/** Milliseconds from the start of a process to its answer. */
async function firstLead(folder: string, env: Record<string, string>, entries?: string) {
  const submit = {
    path: api.submitContact,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aSubmission()),
  };
  // All processes are one network.
  const settings = { ...env, SUBMIT_LIMIT: '5000/10m' };
  const [answer] = await callBundle(folder, door, [submit], settings, entries);
  if (answer?.status !== 201) throw new Error(`A lead was not accepted: ${answer?.text}`);
  return answer.ms;
}
