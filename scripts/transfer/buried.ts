import type { Tombstone } from '../../functions/store/record.ts';
import { day } from '../../functions/erasure/batches.ts';
import type { Item } from './format.ts';

/**
 * Which leads an export has as erased already, of those that may have been erased since it began. The
 * margin is for clocks that differ, and for an erasure that was under way then.
 */
export class Buried {
  readonly since: string;
  readonly #ids = new Set<string>();

  constructor(begun: string) {
    this.since = new Date(Date.parse(begun) - day).toISOString();
  }

  note(item: Item): void {
    if (item.kind === 'tombstone' && item.tombstone.erased_at >= this.since)
      this.#ids.add(item.tombstone.id);
  }

  has = ({ id }: Tombstone): boolean => this.#ids.has(id);
}
