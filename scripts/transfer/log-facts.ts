import type { Item } from './format.ts';

/** Who was erased and who lost their role, as an audit log tells it. */
export class LogFacts {
  /** The leads that were erased, and when. */
  readonly erased = new Map<string, string>();
  /** The accounts whose admin role was revoked and not granted again. */
  readonly revoked = new Set<string>();

  /** Takes the entries of a log in their order, and ignores other items. */
  note(item: Item): void {
    if (item.kind !== 'action') return;
    const { at, event } = item.entry;
    if (event.action === 'erased') for (const id of event.submissions) this.erased.set(id, at);
    if (event.action === 'revoked') this.revoked.add(event.user);
    if (event.action === 'granted') this.revoked.delete(event.user);
  }
}
