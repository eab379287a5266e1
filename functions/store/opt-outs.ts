import { isObject } from '../../src/shared/json.ts';
import { entryWrites } from './audit.ts';
import { committed, created, put, type Engine, type Write } from './engine.ts';
import { listKeyId, optOutUnder, readers } from './kept.ts';
import type { OptOutChange, Store } from './port.ts';
import type { Found } from './record.ts';

export function optOuts(engine: Engine) {
  const read = async (hashes: readonly string[]) => {
    const found = await engine.find('opt_outs', [...hashes, listKeyId]);
    return new Map(found.map((it) => [it.id, it]));
  };

  return {
    async optOuts(hashes) {
      const there = await read(hashes);
      return { found: hashes.filter((it) => there.has(it)), mark: markIn(there.get(listKeyId)) };
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

    setOptOut: (change, entry, notify = () => []) =>
      committed(engine, async () => {
        const there = await read(change.hashes);
        const writes = change.hashes.flatMap((hash) => writesFor(hash, there.get(hash), change));
        if (writes.length === 0) return { result: undefined, writes };
        const taken = writes.filter((it) => it.kind !== 'put' || !it.replaces).map(({ id }) => id);
        const key = there.get(listKeyId);
        const mark = change.on ? change.mark : undefined;
        if (mark !== undefined && markIn(key) !== mark) {
          writes.push(put('opt_outs', listKeyId, { mark }, key));
        }
        writes.push(...notify(taken).map((it) => put('rights', it.id, it)));
        return { result: taken, writes: [...entryWrites(entry), ...writes] };
      }),

    notices: async (time, by, limit) =>
      (await engine.notices(time, by, limit)).flatMap(({ id, value }) => {
        const it = readers.rights(id, value);
        return it.kind === 'notice' ? it : [];
      }),

    changeNotice: (id, decide) =>
      committed(engine, async () => {
        const [found] = await engine.find('rights', [id]);
        const notice = found && readers.rights(id, found.value);
        const result = notice?.kind === 'notice' ? decide(notice) : undefined;
        if (!result) return { result, writes: [] };
        const isWaiting = ['pending', 'failed'].includes(result.delivery.state);
        const write: Write = isWaiting
          ? put('rights', id, result, found)
          : { kind: 'remove', within: 'rights', id };
        return { result, writes: [write] };
      }),
  } satisfies Partial<Store>;
}

/**
 * A person stays on the list until everybody who asked has taken it back. Where nobody is known to have
 * asked, only lifting the opt-out ends it.
 */
function writesFor(hash: string, there: Found | undefined, change: OptOutChange): Write[] {
  const removed: Write = { kind: 'remove', within: 'opt_outs', id: hash };
  if (!there) {
    if (!change.on) return [];
    const { at, asked, mark: key } = change;
    return [put('opt_outs', hash, { at, asked, ...(key !== undefined && { key }) })];
  }
  if (!change.on && change.undo === undefined) return [removed];
  const read = optOutUnder(hash, there.value);
  if (read?.kind !== 'opt-out' || !read.asked?.length) return [];
  const { kind, hash: _, asked: before, ...rest } = read;
  const asked = change.on
    ? [...before, ...change.asked.filter(({ by }) => before.every((it) => it.by !== by))]
    : before.filter(({ entry }) => entry !== change.undo);
  if (asked.length === before.length) return [];
  return asked.length === 0 ? [removed] : [put('opt_outs', hash, { ...rest, asked }, there)];
}

const markIn = (key: Found | undefined): string | undefined =>
  isObject(key?.value) ? String(key.value['mark']) : undefined;
