/** What submit-contact weighs as Netlify bundles it, and how soon a new process of it answers. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '../../src/shared/api.ts';
import { callBundle } from '../../tests/support/call-bundle.ts';
import { aSubmission } from '../../tests/support/requests.ts';
import { bundleFunctions } from '../bundle-functions.ts';
import { noEmulator, startFirestoreEmulator } from '../firestore-emulator.ts';
import { budgets } from './budgets.ts';
import { withFolder } from './leads.ts';
import type { Report } from './report.ts';
import { inKb, table } from './table.ts';
import { median } from './timing.ts';

const name = 'submit-contact';
const starts = 9;

export function coldStartReport(): Promise<Report> {
  return withFolder(async (folder) => {
    const zips = await bundleFunctions(process.cwd(), join(folder, 'zips'), 'zip');
    const zipped = zips.find((it) => it.name === name)?.size ?? NaN;
    await bundleFunctions(process.cwd(), join(folder, 'bundles'), 'none');
    const bundle = join(folder, 'bundles', name);

    const rows = [['on SQLite', ...(await startUp(bundle, { DATA_DIR: join(folder, 'data') }))]];
    const emulator = await startFirestoreEmulator();
    if (emulator) {
      const env = { FIREBASE_PROJECT_ID: 'demo-bench', FIRESTORE_EMULATOR_HOST: emulator.host };
      rows.push(['on Firestore', ...(await startUp(bundle, env))]);
      await emulator.close();
    }
    const size = `Bundle: ${inKb(zipped)} KB zipped (budget ${inKb(budgets.bundle)}), ${inKb(await sizeOf(bundle))} KB unpacked.`;
    return {
      title: 'submit-contact from nothing: from the start of its process to its answers',
      text: [
        table(['', 'first lead ms', 'second lead ms', 'memory MB'], rows),
        size,
        ...(emulator ? [] : [noEmulator]),
      ].join('\n\n'),
      failures: zipped > budgets.bundle ? [`The bundle of ${name} is over its budget.`] : [],
    };
  });
}

/** Medians over several processes: until the first answer, from there to the second, and the memory. */
async function startUp(bundle: string, env: Record<string, string>): Promise<string[]> {
  const first: number[] = [];
  const second: number[] = [];
  const memory: number[] = [];
  for (let i = 0; i < starts; i += 1) {
    const [one, two] = await callBundle(bundle, name, [submit(), submit()], env);
    if (one?.status !== 201 || two?.status !== 201)
      throw new Error(`A lead was not taken: ${one?.text}`);
    first.push(one.ms);
    second.push(two.ms - one.ms);
    memory.push(two.memory);
  }
  return [
    median(first).toFixed(0),
    median(second).toFixed(0),
    (median(memory) / 1024 / 1024).toFixed(0),
  ];
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
