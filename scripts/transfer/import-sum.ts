import { isKept, keptId, type Damaged, type Outcome } from '../../functions/store/kept.ts';
import { emptyCounts, type Item } from './format.ts';
import { aboutDamaged, inWords, numbered, type Say } from './say.ts';

/** The result of an import. */
export class ImportSum {
  /** How many of each kind are new here. */
  readonly added = emptyCounts();
  /** Items that were here already, unchanged. */
  same = 0;
  /** Items that differ from what is here, which was left unchanged. */
  conflicts = 0;
  /** Items that were damaged in the other store and are not in the export. */
  damaged = 0;
  /** New submissions that wait for delivery. */
  pending = 0;
  /** Submissions of the file that were erased later: only their tombstones are stored. */
  leftOut = 0;
  /** Submissions that this import erased here. */
  erased = 0;
  /** Roles in the file that were revoked, there or here. */
  notGranted = 0;
  /** Roles that this import revoked here. */
  revoked = 0;
  readonly #say: Say;

  constructor(say: Say) {
    this.#say = say;
  }

  note(item: Exclude<Item, Damaged>, outcome: Outcome | 'revoked' = 'differs'): void {
    if (outcome === 'added') this.added[item.kind] += 1;
    if (outcome === 'added' && isPending(item)) this.pending += 1;
    if (outcome === 'same') this.same += 1;
    if (outcome === 'revoked') this.notGranted += 1;
    if (outcome === 'differs') {
      this.conflicts += 1;
      this.#say(`Not stored because something else has its place: ${nameOf(item)}.`);
    }
  }

  noteDamaged(item: Damaged): void {
    this.damaged += 1;
    this.#say(aboutDamaged(item));
  }

  /** The results of the import. */
  sentences(): string[] {
    const { leftOut, erased, notGranted, revoked, pending } = this;
    const counts: [number, string][] = [
      [leftOut, 'Submissions that were erased later, so only their tombstones are stored'],
      [erased, 'Submissions erased here, too'],
      [notGranted, 'Roles not granted, because they were revoked (npm run grant-admin grants one)'],
      [revoked, 'Roles revoked here, too'],
      [
        pending,
        'Submissions that this site will deliver (if the old one does, too, both have the same webhook-id)',
      ],
    ];
    return [
      `Stored ${inWords(this.added)}; ${this.same} were here already.`,
      ...counts.flatMap(([count, what]) => (count > 0 ? [`${what}: ${count}.`] : [])),
    ];
  }

  /** The problems that somebody has to look at. Empty if everything was imported. */
  problems(): string[] {
    const { conflicts, damaged } = this;
    return [
      conflicts > 0 &&
        `${numbered(conflicts, 'conflict', 'conflicts')}: something else was here, and it was left unchanged.`,
      damaged > 0 &&
        `${numbered(damaged, 'record', 'records')} could not be exported: look at them in the old store.`,
      conflicts + damaged > 0 && 'See above for their names.',
    ].filter((it) => it !== false);
  }
}

const isPending = (item: Item): boolean =>
  item.kind === 'submission' && item.submission.delivery.state === 'pending';

/** Only a lead or an entry can find something else in its place. */
const nameOf = (item: Item): string =>
  item.kind === 'action'
    ? `entry ${item.entry.number} of the audit log; it or one before it was changed`
    : `submission ${JSON.stringify(isKept(item) && keptId(item))}`;
