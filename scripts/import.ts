/** `npm run import -- <file>`: takes in what an export has, where it isn't there yet. */
import { createReadStream } from 'node:fs';
import { openStore } from '../functions/store/open.ts';
import { loadDotEnv, readSettings } from './local/environment.ts';
import { describeStorage } from './moving/describe-storage.ts';
import { goingOn } from './moving/failures.ts';
import { importItems } from './moving/import-items.ts';
import { begun, readItems } from './moving/read-items.ts';
import { inWords, numbered, say, sayEvent } from './moving/say.ts';
import { orSentence } from './sentence.ts';
import { StartError } from './serve/start-error.ts';

await orSentence(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) {
    throw new StartError(
      'Name the file, or - for the standard input: npm run import -- leads.jsonl',
    );
  }
  loadDotEnv(process.cwd());
  const { storage } = readSettings();
  const name = file === '-' ? 'the standard input' : file;
  say(`Importing ${name} into ${describeStorage(storage)}.`);

  const howTo = 'Mend that and import again: what was stored stays, and is skipped.';
  const sum = await goingOn(howTo, async () => {
    const chunks = file === '-' ? process.stdin : createReadStream(file);
    // First, since opening makes a store where there is none: not for a file that was misnamed.
    const items = await begun(readItems(chunks, name));
    const store = await openStore(storage, sayEvent, 'grpc');
    return importItems(items, store, say).finally(() => store.close());
  });

  say(`Stored ${inWords(sum.added)}; ${sum.same} were here already, equal.`);
  if (sum.pending > 0) {
    const waiting = numbered(sum.pending, 'submission waits', 'submissions wait');
    say(
      `${waiting} for delivery, and this place will deliver them, those too that were just being sent when they were exported. While the old place still runs, both may: each has its id as webhook-id, by which a receiver has it once.`,
    );
  }
  const left = [
    sum.conflicts > 0 &&
      `${numbered(sum.conflicts, 'conflict', 'conflicts')}: what was here is something else, and was left as it is.`,
    sum.damaged > 0 &&
      `${numbered(sum.damaged, 'thing', 'things')} could not be exported, and must be looked at where they were.`,
  ].filter((it) => it !== false);
  if (left.length > 0) throw new StartError(`${left.join(' ')} They are named above.`);
});
