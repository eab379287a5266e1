import { Buried } from '../../../scripts/transfer/store-items.ts';
import {
  emptyCounts,
  headerOf,
  write,
  type Counts,
  type Item,
  type Line,
} from '../../../scripts/transfer/format.ts';
import type { Target } from '../../../scripts/transfer/target.ts';
import type { Call } from '../call.ts';

/** The file of an export. One process writes at a time; the next one continues an interrupted file. */
export class ExportFile {
  readonly items: Item[] = [];
  isWhole = false;
  /** Leads that the site had erased by then must not come back through this file. */
  lastReadAt = 0;
  readonly #begun: string;
  #writer: Call | undefined;
  #end: Line[] = [];

  constructor(begun: Date) {
    this.#begun = begun.toISOString();
  }

  get isLocked(): boolean {
    return this.#writer?.isAlive === true;
  }

  lines(): Buffer[] {
    const lines: Line[] = [headerOf('the site', this.#begun), ...this.items, ...this.#end];
    return lines.map((it) => Buffer.from(write([it])));
  }

  openFor(call: Call): Target {
    this.#writer = call;
    this.#end = [];
    // The export of a large store takes hours, while everything else continues.
    const pace = call.random.pick([1, 1000, 60_000, 3_600_000]);
    const counts: Counts = emptyCounts();
    const buried = new Buried(this.#begun);
    for (const it of this.items) {
      counts[it.kind] += 1;
      buried.note(it);
    }
    return {
      counts,
      buried,
      last: this.items.at(-1),
      write: async (lines) => {
        // These come one after the other, because the process may die between any two.
        for (const line of lines) {
          await call.step(pace);
          if (line.kind === 'end') this.#end = [line];
          else if (line.kind !== 'header') this.items.push(line);
        }
      },
      finish: async () => {
        await call.step();
        this.isWhole = true;
      },
      close: () => Promise.resolve(),
    };
  }

  close(by: Call): void {
    if (this.#writer === by) this.#writer = undefined;
  }
}
