import type { Outcome } from '../../functions/store/transfer.ts';
import { emptyCounts, total, type Item } from './format.ts';
import { aboutConflict, aboutDamaged, saidEvery, type Say } from './say.ts';

/** The result of an import. */
export class Imported {
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
