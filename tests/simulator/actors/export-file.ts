import type { Write } from '../../../scripts/transfer/export.ts';
import { textOf, type Item, type Line } from '../../../scripts/transfer/format.ts';
import type { Call } from '../call.ts';

/** The file of an export. It counts once it is whole. */
export class ExportFile {
  readonly #lines: Line[] = [];
  /** Leads that the site had erased by then must not come back through this file. */
  lastReadAt = 0;

  get items(): Item[] {
    return this.#lines.filter((it) => it.kind !== 'header' && it.kind !== 'end');
  }

  chunks = (): Buffer[] => this.#lines.map((it) => Buffer.from(textOf([it])));

  writeFor(call: Call): Write {
    // The export of a large store takes hours, while everything else continues.
    const pace = call.random.pick([1, 1000, 60_000, 3_600_000]);
    return async (lines) => {
      // These come one after the other, because the process may die between any two.
      for (const line of lines) {
        await call.step(pace);
        this.#lines.push(line);
      }
    };
  }
}
