/** `npm run import -- <file>`: takes in what an export has, where it isn't there yet. */
import { openStore } from '../../functions/store/open.ts';
import { loadDotEnv, readSettings } from '../local/environment.ts';
import { describeStorage } from './describe-storage.ts';
import { goingOn } from './failures.ts';
import { importItems } from './import-items.ts';
import { checkItems, readItems } from './read-items.ts';
import { inWords, numbered, say, sayEvent } from './say.ts';
import { openSource } from './source.ts';
import { orSentence } from '../sentence.ts';
import { StartError } from '../serve/start-error.ts';

await orSentence(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) {
    throw new StartError(
      'Name the file, or - for the standard input: npm run import -- leads.jsonl',
    );
  }
  loadDotEnv(process.cwd());
  const { storage } = readSettings();
  const named = file === '-' ? 'the standard input' : file;
  say(`Importing ${named} into ${describeStorage(storage)}.`);

  const howTo = 'Mend that and import again: what was stored stays, and is skipped.';
  const { sum, missing } = await goingOn(howTo, async () => {
    await using source = await openSource(file);
    const { missing, ...known } = await checkItems(source.chunks(), named);
    // Only now: opening makes a store where there is none.
    const store = await openStore(storage, sayEvent, 'grpc');
    const items = () => readItems(source.chunks(), named);
    const sum = await importItems({ items, ...known }, store, say).finally(() => store.close());
    return { sum, missing };
  });

  say(`Stored ${inWords(sum.added)}; ${sum.same} were here already, equal.`);
  if (sum.leftOut > 0) {
    const were = numbered(sum.leftOut, 'submission of it was', 'submissions of it were');
    say(`${were} erased later: only a tombstone of each is stored.`);
  }
  if (sum.erased > 0) {
    const were = numbered(sum.erased, 'submission was', 'submissions were');
    say(`${were} erased here, as where the export was made.`);
  }
  if (sum.notGranted > 0) {
    const were = sum.notGranted === 1 ? "was revoked, and isn't" : "were revoked, and aren't";
    const roles = numbered(sum.notGranted, 'role', 'roles');
    say(`${roles} of it ${were} granted. To grant one again, use npm run grant-admin.`);
  }
  if (sum.revoked > 0) {
    const were = numbered(sum.revoked, 'role was', 'roles were');
    say(`${were} taken away here, as where the export was made.`);
  }
  if (sum.pending > 0) {
    const waiting = numbered(sum.pending, 'submission waits', 'submissions wait');
    say(
      `${waiting} for delivery, and this place will deliver them, those too that were just being sent when they were exported. While the old place still runs, both may: each has its id as webhook-id, by which a receiver has it once.`,
    );
  }
  const left = [
    missing > 0 &&
      `${numbered(missing, 'line', 'lines')} of those that were written into ${named} are missing.`,
    sum.conflicts > 0 &&
      `${numbered(sum.conflicts, 'conflict', 'conflicts')}: what was here is something else, and was left as it is.`,
    sum.damaged > 0 &&
      `${numbered(sum.damaged, 'thing', 'things')} could not be exported, and must be looked at where they were.`,
  ].filter((it) => it !== false);
  if (sum.conflicts + sum.damaged > 0) left.push('They are named above.');
  if (left.length > 0) throw new StartError(left.join(' '));
});
