import { isKept, keptId, type Damaged, type Outcome } from '../../functions/store/kept.ts';
import { emptyCounts, type Item } from './format.ts';
import { aboutDamaged, inWords, type Say } from './say.ts';

/** What an import counts besides what it stores, in the words of its results. */
const meanings = {
  leftOut: 'Submissions that were erased later, so only their tombstones are stored',
  erased: 'Submissions erased here, too',
  notGranted: 'Roles not granted, because they were revoked (npm run grant-admin grants one)',
  revoked: 'Roles revoked here, too',
  pending:
    'Submissions that this site will deliver (if the old one does, too, both have the same webhook-id)',
  conflicts: 'Conflicts, where something else was here, and was left unchanged',
  damaged: 'Records that could not be exported',
};

type Counted = keyof typeof meanings;

/** The result of an import. */
export class ImportSum {
  /** How many of each kind are new here. */
  readonly #added = emptyCounts();
  /** How many were here already, unchanged. */
  #same = 0;
  readonly #counts = new Map<Counted, number>();
  readonly #say: Say;

  constructor(say: Say) {
    this.#say = say;
  }

  count(what: Counted, more = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + more);
  }

  note(item: Exclude<Item, Damaged>, outcome: Outcome | 'revoked' = 'differs'): void {
    if (outcome === 'same') this.#same += 1;
    if (outcome === 'revoked') this.count('notGranted');
    if (outcome === 'added') {
      this.#added[item.kind] += 1;
      if (isPending(item)) this.count('pending');
    }
    if (outcome === 'differs') {
      this.count('conflicts');
      this.#say(`Not stored because something else has its place: ${nameOf(item)}.`);
    }
  }

  noteDamaged(item: Damaged): void {
    this.count('damaged');
    this.#say(aboutDamaged(item));
  }

  sentences(): string[] {
    const counts = [...this.#counts].filter(([, count]) => count > 0);
    return [
      `Stored ${inWords(this.#added)}; ${this.#same} were here already.`,
      ...counts.map(([what, count]) => `${meanings[what]}: ${count}.`),
    ];
  }

  /** Whether all that was in the other store is here. */
  get isWhole(): boolean {
    return !this.#counts.has('conflicts') && !this.#counts.has('damaged');
  }
}

const isPending = (item: Item): boolean =>
  item.kind === 'submission' && item.submission.delivery.state === 'pending';

/** Nothing else can find something else in its place. */
function nameOf(item: Item): string {
  if (item.kind === 'action') {
    return `entry ${item.entry.number} of the audit log; it or one before it was changed`;
  }
  if (item.kind === 'spent') return `what a campaign of ${item.month} cost`;
  return `submission ${JSON.stringify(isKept(item) && keptId(item))}`;
}
