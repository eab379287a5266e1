/** `npm run export -- [file] [--env <file>]`: writes everything in the store as lines of JSON, for `npm run import`. */
import { openStore } from '../../functions/store/open.ts';
import { readFileArgument, readSettings } from '../local/environment.ts';
import {
  describeStorage,
  requireDatabase,
  goingOn,
  inWords,
  numbered,
  say,
  sayEvent,
  aboutDamaged,
  saidEvery,
  type Say,
} from './say.ts';
import { headerOf, total, type Counts } from './format.ts';
import { fileTarget, streamTarget, type Target } from './target.ts';
import { orSentence, StartError } from '../command.ts';
import type { Store } from '../../functions/store/port.ts';
import { storeItems } from './store-items.ts';

/** Writes everything in the store. It names each damaged record, and counts it. */
export async function exportStore(store: Store, target: Target, say: Say): Promise<Counts> {
  const { buried } = target;
  const counts = { ...target.counts };
  const already = total(counts);
  if (already > 0) say(`Continuing after the ${already} that were written before.`);
  const progress = saidEvery(say, 'written', already);
  for await (const items of storeItems(store, target)) {
    for (const it of items) {
      counts[it.kind] += 1;
      buried.note(it);
      if (it.kind === 'damaged') say(aboutDamaged(it));
    }
    await target.write(items);
    progress(total(counts));
  }
  await target.write([{ kind: 'end', counts }]);
  await target.finish();
  return counts;
}

if (import.meta.main) {
  await orSentence(async () => {
    const usage = 'Name one file, or none: npm run export -- leads.jsonl';
    const file = readFileArgument(usage, '-');
    const { storage } = readSettings();
    const from = describeStorage(storage);
    say(`Exporting ${from} to ${file === '-' ? 'standard output' : file}.`);
    requireDatabase(storage);

    // The time must be from before the first read.
    const header = headerOf(from, new Date().toISOString());
    const howTo =
      file === '-'
        ? 'What was written is not a complete export. Run it again, preferably into a file: that can be continued.'
        : 'Fix that and run it again. It continues where it stopped.';
    const counts = await goingOn(storage, howTo, async () => {
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
      'Each record is as it was when it was read. When this site takes no more submissions, export and import once more: that adds new records and names the ones that changed.',
    );
    say('The file holds personal data: keep it where nobody else can read it.');
    if (counts.damaged > 0) {
      throw new StartError(
        `${numbered(counts.damaged, 'record is', 'records are')} damaged and left out; their names are above and in the file. Everything else is in it.`,
      );
    }
  });
}
