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
    const leftOutWere = numbered(leftOut, 'submission in it was', 'submissions in it were');
    const rolesWere = numbered(notGranted, 'role in it was', 'roles in it were');
    const waiting = numbered(pending, 'submission waits', 'submissions wait');
    return [
      `Stored ${inWords(this.added)}; ${this.same} were here already.`,
      leftOut > 0 && `${leftOutWere} erased later: only their tombstones are stored.`,
      erased > 0 && doneHereToo(numbered(erased, 'submission was', 'submissions were'), 'erased'),
      notGranted > 0 &&
        `${rolesWere} revoked and not granted. To grant one again, use npm run grant-admin.`,
      revoked > 0 && doneHereToo(numbered(revoked, 'role was', 'roles were'), 'revoked'),
      pending > 0 &&
        `${waiting} for delivery, and this site will send them. While the old site still runs, both may send one; the webhook-id tells the receiver that it is the same.`,
    ].filter((it) => it !== false);
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

/** As in "2 roles were revoked here, because they were revoked where the export was made." */
function doneHereToo(were: string, done: string): string {
  const they = were.endsWith(' was') ? 'it was' : 'they were';
  return `${were} ${done} here, because ${they} ${done} where the export was made.`;
}

const isPending = (item: Item): boolean =>
  item.kind === 'submission' && item.submission.delivery.state === 'pending';

/** Only a lead or an entry can find something else in its place. */
const nameOf = (item: Item): string =>
  item.kind === 'action'
    ? `entry ${item.entry.number} of the audit log; it or one before it was changed`
    : `submission ${JSON.stringify(isKept(item) && keptId(item))}`;
