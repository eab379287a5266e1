/** `npm run import -- <file> [--env <file>]`: adds what an export has and the store doesn't. */
import { isLocal, openStore } from '../../functions/store/open.ts';
import { personHasher } from '../../functions/privacy/person-hash.ts';
import { addPrivacyKey, readFileArgument, readSettings } from '../local/environment.ts';
import { describeStorage, goingOn, inWords, numbered, say, sayEvent } from './say.ts';
import { importItems } from './import-items.ts';
import { checkItems, readItems } from './read-items.ts';
import { openSource } from './source.ts';
import { orSentence, StartError } from '../command.ts';

await orSentence(async () => {
  const file = readFileArgument(
    'Name the file, or - for standard input: npm run import -- leads.jsonl',
  );
  const { storage } = readSettings();
  const named = file === '-' ? 'standard input' : file;
  say(`Importing ${named} into ${describeStorage(storage)}.`);

  const howTo = 'Fix that and import again. What was stored stays and is skipped.';
  const { sum, missing } = await goingOn(storage, howTo, async () => {
    await using source = await openSource(file);
    const { missing, ...known } = await checkItems(source.chunks(), named);
    // Open the store only after the check, because opening creates it if there is none.
    const store = await openStore(storage, sayEvent, 'grpc');
    if (isLocal(storage)) await addPrivacyKey(process.env);
    const { privacyKey } = readSettings();
    const personHash = privacyKey === undefined ? undefined : personHasher(privacyKey);
    const items = () => readItems(source.chunks(), named);
    const here = { store, say, personHash };
    const sum = await importItems({ items, ...known }, here).finally(() => store.close());
    return { sum, missing };
  });

  say(`Stored ${inWords(sum.added)}; ${sum.same} were here already.`);
  if (sum.leftOut > 0) {
    const were = numbered(sum.leftOut, 'submission in it was', 'submissions in it were');
    say(`${were} erased later: only their tombstones are stored.`);
  }
  if (sum.erased > 0) {
    say(doneHereToo(numbered(sum.erased, 'submission was', 'submissions were'), 'erased'));
  }
  if (sum.notGranted > 0) {
    const were = numbered(sum.notGranted, 'role in it was', 'roles in it were');
    say(`${were} revoked and not granted. To grant one again, use npm run grant-admin.`);
  }
  if (sum.revoked > 0) {
    say(doneHereToo(numbered(sum.revoked, 'role was', 'roles were'), 'revoked'));
  }
  if (sum.pending > 0) {
    const waiting = numbered(sum.pending, 'submission waits', 'submissions wait');
    say(
      `${waiting} for delivery, and this site will send them. While the old site still runs, both may send one; the webhook-id tells the receiver that it is the same.`,
    );
  }
  const left = [
    missing > 0 && `Missing from ${named}: ${numbered(missing, 'line', 'lines')}.`,
    sum.conflicts > 0 &&
      `${numbered(sum.conflicts, 'conflict', 'conflicts')}: something else was here, and it was left unchanged.`,
    sum.damaged > 0 &&
      `${numbered(sum.damaged, 'record', 'records')} could not be exported: look at them in the old store.`,
  ].filter((it) => it !== false);
  if (sum.conflicts + sum.damaged > 0) left.push('See above for their names.');
  if (left.length > 0) throw new StartError(left.join(' '));
});

/** As in "2 roles were revoked here, because they were revoked where the export was made." */
function doneHereToo(were: string, done: string): string {
  const they = were.endsWith(' was') ? 'it was' : 'they were';
  return `${were} ${done} here, because ${they} ${done} where the export was made.`;
}
