import type { Outcome } from '../../functions/store/transfer.ts';
import { emptyCounts, total, type Item } from './format.ts';
import { aboutConflict, aboutDamaged, saidEvery, type Say } from './say.ts';

/** What came of an import. */
export class Imported {
  /** Of each kind, what is new here. */
  readonly added = emptyCounts();
  /** What was here, equal. */
  same = 0;
  /** In whose place something else was, which was left alone. */
  conflicts = 0;
  /** What was damaged where the export was made, and is not in it. */
  damaged = 0;
  /** Of the submissions that are new here, those that wait for their delivery. */
  pending = 0;
  /** Submissions of the file that were erased later: only their tombstones are stored. */
  leftOut = 0;
  /** Submissions that were here until now. */
  erased = 0;
  /** Roles of the file that were revoked, there or here. */
  notGranted = 0;
  /** Roles that were here until now. */
  revoked = 0;
  readonly #say: Say;
  readonly #progress: (count: number) => void;

  constructor(say: Say) {
    this.#say = say;
    this.#progress = saidEvery(say, 'looked at');
  }

  note(item: Item, outcome: Outcome | 'damaged'): void {
    switch (outcome) {
      case 'added':
        this.added[item.kind] += 1;
        if (isPending(item)) this.pending += 1;
        break;
      case 'same':
        this.same += 1;
        break;
      case 'differs':
        this.conflicts += 1;
        this.#say(aboutConflict(item));
        break;
      case 'damaged':
        this.damaged += 1;
        this.#say(aboutDamaged(item));
    }
    this.#progress(total(this.added) + this.same + this.conflicts + this.damaged);
  }
}

const isPending = (item: Item): boolean =>
  item.kind === 'submission' && item.submission.delivery.state === 'pending';
