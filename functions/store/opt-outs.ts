import { isObject } from '../../src/shared/json.ts';
import type { Append } from './audit.ts';
import { created, put, type Engine, type Write } from './engine.ts';
import { listKeyId, optOutUnder, type OptOut } from './kept.ts';
import type { OptOutChange, Store } from './port.ts';
import type { Found } from './record.ts';
import { putNotice } from './rights.ts';

export function optOuts(
  engine: Engine,
  append: Append,
): Pick<Store, 'optOuts' | 'optOutList' | 'markOptOuts' | 'setOptOut'> {
  const read = async (hashes: readonly string[]) => {
    const found = await engine.find('opt_outs', [...hashes, listKeyId]);
    const there = new Map(found.map((it) => [it.id, it]));
    const key = there.get(listKeyId);
    there.delete(listKeyId);
    return { there, key };
  };

  return {
    async optOuts(hashes) {
      const { there, key } = await read(hashes);
      return { found: [...there.values()].map(toOptOut), mark: markIn(key) };
    },

    async optOutList() {
      // The key comes first: one read finds it, or somebody on a list from before there was one.
      const [first, second] = await engine.after('opt_outs', undefined, 2);
      const isKey = first?.id === listKeyId;
      return { isEmpty: !(isKey ? second : first), mark: isKey ? markIn(first) : undefined };
    },

    async markOptOuts(mark) {
      await created(engine, put('opt_outs', listKeyId, { mark }));
    },

    async setOptOut(change, link, notify = () => []) {
      let taken: string[] = [];
      const entry = await append(async (head) => {
        const { there, key } = await read(change.hashes);
        const writes = change.on
          ? change.hashes.flatMap((hash) => asking(hash, there.get(hash), change))
          : [...there.values()].flatMap((it) => withdrawing(it, change.undo));
        if (writes.length === 0) return undefined;
        taken = writes.filter((it) => it.kind !== 'put' || !it.replaces).map(({ id }) => id);
        const mark = change.on ? change.mark : undefined;
        const isMarked = mark === undefined || markIn(key) === mark;
        const marking = isMarked ? [] : [put('opt_outs', listKeyId, { mark }, key)];
        const telling = notify(taken).map(putNotice);
        return { entry: await link(head), writes: [...writes, ...marking, ...telling] };
      });
      return entry && { entry, taken };
    },
  };
}

type Asking = Extract<OptOutChange, { on: true }>;

/** Each asks once. A request from before anybody kept who asked can't be undone, so it needs no other. */
function asking(hash: string, there: Found | undefined, { at, asked, mark }: Asking): Write[] {
  if (!there) {
    const value = {
      at,
      ...(asked.length > 0 && { asked }),
      ...(mark !== undefined && { key: mark }),
    };
    return [put('opt_outs', hash, value)];
  }
  const { kind, hash: _, ...before } = toOptOut(there);
  const more = asked.filter(({ by }) => !before.asked?.some((it) => it.by === by));
  if (!before.asked || more.length === 0) return [];
  return [put('opt_outs', hash, { ...before, asked: [...before.asked, ...more] }, there)];
}

/** Takes somebody off the list, or takes back one request: as long as another is left, they stay. */
function withdrawing(there: Found, undo: string | undefined): Write[] {
  const removed: Write = { kind: 'remove', within: 'opt_outs', id: there.id };
  if (undo === undefined) return [removed];
  const { kind, hash, ...before } = toOptOut(there);
  const left = before.asked?.filter(({ entry }) => entry !== undo);
  if (!left || left.length === before.asked?.length) return [];
  return left.length === 0 ? [removed] : [put('opt_outs', hash, { ...before, asked: left }, there)];
}

/** One that can't be read still counts: the document is there. */
function toOptOut({ id, value }: Found): OptOut {
  const read = optOutUnder(id, value);
  return read?.kind === 'opt-out' ? read : { kind: 'opt-out', hash: id, at: '' };
}

const markIn = (key: Found | undefined): string | undefined =>
  isObject(key?.value) ? String(key.value['mark']) : undefined;
