/**
 * `npm run import -- <file> [--env <file>]`: adds what an export has and the store doesn't.
 * Decision 0025.
 */
import { parseEnv } from '../../functions/env.ts';
import { personHasher } from '../../functions/privacy/person.ts';
import { isLocal, openStore } from '../../functions/store/open.ts';
import { ensure, orSentence } from '../command.ts';
import { addPrivacyKey, readArgument } from '../local/environment.ts';
import { importItems } from './import-items.ts';
import { readExport } from './read-export.ts';
import { describeStorage, explaining, sayEvents, type Say } from './say.ts';

/** The environment gets a PRIVACY_KEY if the store is on this machine. */
export async function importFrom(name: string, env: NodeJS.ProcessEnv, say: Say): Promise<void> {
  const { storage } = parseEnv(env);
  say(`Importing ${name} into ${describeStorage(storage)}.`);
  const howTo = 'Fix that and import again. What was stored stays and is skipped.';
  const sum = await explaining(storage, howTo, async () => {
    const from = await readExport(name);
    // Open the store only after the check, because opening creates it if there is none.
    const store = await openStore(storage, sayEvents(say), 'grpc');
    if (isLocal(storage)) await addPrivacyKey(env);
    const { privacyKey } = parseEnv(env);
    const personHash = privacyKey === undefined ? undefined : personHasher(privacyKey);
    return importItems(from, { store, say, personHash }).finally(() => store.close());
  });
  for (const sentence of sum.sentences()) say(sentence);
  ensure(sum.isWhole, 'Not everything was imported: see above.');
}

if (import.meta.main) {
  await orSentence(() => {
    const name = readArgument('Name the file: npm run import -- leads.jsonl');
    return importFrom(name, process.env, console.error);
  });
}
