/** Size of the submit-contact bundle, and the time until a new process answers its first lead. */
import { join } from 'node:path';
import { api } from '../../src/shared/api.ts';
import { callBundle } from '../../tests/support/servers/call-bundle.ts';
import { aSubmission } from '../../tests/support/builders/requests.ts';
import { packFunctions } from '../../tests/support/servers/pack-functions.ts';
import { startFirestoreEmulator } from '../../tests/support/servers/firestore-emulator.ts';
import type { Figure } from './figures.ts';
import { median, withFolder } from './measuring.ts';

const name = 'submit-contact';
/** The function that serves submit-contact. */
const door = 'public';
const starts = 9;

export const measureColdStart = (): Promise<Figure[]> =>
  withFolder(async (folder) => {
    const root = process.cwd();
    const zips = await packFunctions(root, join(folder, 'zips'), 'zip');
    const zipped = zips.find((zip) => zip.name === door)?.size ?? NaN;
    await packFunctions(root, join(folder, 'bundles'), 'none');

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
      sqlite,
      ...(firestore ? [firestore] : []),
      { name: `\`${name}\`: its bundle, zipped`, unit: 'KB', value: zipped },
    ];
  });

async function startUp(
  engine: string,
  folder: string,
  env: Record<string, string>,
): Promise<Figure> {
  const times: number[] = [];
  for (let i = 0; i < starts; i += 1)
    times.push(await firstLead(join(folder, 'bundles', door), env));
  const value = median(times);
  return { name: `\`${name}\` from nothing on ${engine}: first lead`, unit: 'ms', value };
}

/** Milliseconds from the start of a process to its answer. */
async function firstLead(folder: string, env: Record<string, string>) {
  const submit = {
    path: api.submitContact,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aSubmission()),
  };
  // All requests come from one IP address.
  const settings = { ...env, SUBMIT_LIMIT: '5000/10m' };
  const [answer] = await callBundle(folder, door, [submit], settings);
  if (answer?.status !== 201) throw new Error(`A lead was not accepted: ${answer?.text}`);
  return answer.ms;
}
