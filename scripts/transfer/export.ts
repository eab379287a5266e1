/** `npm run export -- [file]`: everything that the store keeps, as JSON lines. Import takes it in. */
import { openStore } from '../../functions/store/open.ts';
import { loadDotEnv, readSettings } from '../local/environment.ts';
import { describeStorage, requireDatabase } from './describe-storage.ts';
import { exportStore } from './export-store.ts';
import { goingOn } from './failures.ts';
import { headerOf } from './format.ts';
import { inWords, numbered, say, sayEvent } from './say.ts';
import { fileTarget, streamTarget } from './target.ts';
import { orSentence } from '../sentence.ts';
import { StartError } from '../serve/start-error.ts';

await orSentence(async () => {
  const [file = '-', ...more] = process.argv.slice(2);
  if (file === '' || more.length > 0)
    throw new StartError('Name one file, or none: npm run export -- leads.jsonl');
  loadDotEnv(process.cwd());
  const { storage } = readSettings();
  const from = describeStorage(storage);
  say(`Exporting ${from} to ${file === '-' ? 'the standard output' : file}.`);
  requireDatabase(storage);

  // Before anything is read.
  const header = headerOf(from, new Date().toISOString());
  const howTo =
    file === '-'
      ? 'What was written is no whole export: do it again, best into a file, which can be gone on with.'
      : 'Mend that and run it again: it goes on where it stopped.';
  const counts = await goingOn(howTo, async () => {
    const store = await openStore(storage, sayEvent, 'grpc');
    const target = await (file === '-'
      ? streamTarget(process.stdout, header)
      : fileTarget(file, header));
    try {
      return await exportStore(store, target, say);
    } finally {
      await target.close();
      await store.close();
    }
  });

  say(`Exported ${inWords(counts)}.`);
  say(
    'Each is as it was when it was read. Export and import once more when nothing comes in here any longer: what is new is added, what changed meanwhile is named.',
  );
  say('It holds what people have told in confidence: keep it where nobody else can read it.');
  if (counts.damaged > 0) {
    throw new StartError(
      `${numbered(counts.damaged, 'thing is', 'things are')} damaged and left out: they are named above, and in the file. All else is in it.`,
    );
  }
});
