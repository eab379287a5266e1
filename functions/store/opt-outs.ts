import { isObject } from '../../src/shared/json.ts';
import { entryWrites } from './audit.ts';
import { committed, put, type Engine, type Write } from './engine.ts';
import { listKeyId, optOutUnder, type OptOut } from './collections.ts';
import { entriesToPut } from './outbox.ts';
import type { Store } from './port.ts';
import type { Found } from './record.ts';

export function optOuts(engine: Engine) {
  const read = async (hashes: readonly string[]) => {
    const found = await engine.find('opt_outs', [...hashes, listKeyId]);
    return new Map(found.map((it) => [it.id, it]));
  };

  return {
    async optOuts(hashes) {
      const there = await read(hashes);
      const found = hashes.flatMap((it) => optOutIn(there.get(it)) ?? []);
      return { found, fingerprint: fingerprintIn(there.get(listKeyId)) };
    },

    async optOutList() {
      // The key comes first: one read finds it, or somebody on a list from before there was one.
      const [first, second] = await engine.after('opt_outs', undefined, 2);
      const isKey = first?.id === listKeyId;
      return {
        isEmpty: !(isKey ? second : first),
        fingerprint: isKey ? fingerprintIn(first) : undefined,
      };
    },

    setFingerprint: (mark) =>
      committed(engine, async () => {
        const [there] = await engine.find('opt_outs', [listKeyId]);
        const isSame = fingerprintIn(there) === mark;
        return {
          result: undefined,
          writes: isSame ? [] : [put('opt_outs', listKeyId, { mark }, there)],
        };
      }),

    optOut: ({ hashes, at, how, fingerprint }, entry, messages = []) =>
      committed(engine, async () => {
        const there = await read(hashes);
        const key = there.get(listKeyId);
        const writes = hashes.flatMap((hash): Write[] => {
          const before = there.get(hash);
          const isNewer = (optOutIn(before)?.at ?? '') < at;
          return isNewer ? [put('opt_outs', hash, { at, how }, before)] : [];
        });
        if (writes.length > 0 && fingerprintIn(key) !== fingerprint)
          writes.push(put('opt_outs', listKeyId, { mark: fingerprint }, key));
        // Whoever asks again is on the list already: only the time changes.
        const isNew = hashes.some((it) => !there.has(it));
        const telling = isNew ? [...entryWrites(entry), ...entriesToPut(messages)] : [];
        return { result: isNew, writes: [...telling, ...writes] };
      }),

    allowContact: (hashes, entry, messages = [], upTo) =>
      committed(engine, async () => {
        const there = await read(hashes);
        const writes = hashes.flatMap((id): Write[] => {
          const replaces = there.get(id);
          return replaces ? [{ kind: 'remove', within: 'opt_outs', id, replaces }] : [];
        });
        const isNewer = (id: string) =>
          upTo !== undefined && (optOutIn(there.get(id))?.at ?? '') > upTo;
        const isOff = writes.length > 0 && !hashes.some(isNewer);
        if (!isOff) return { result: isOff, writes: [] };
        const telling = [...entryWrites(entry), ...entriesToPut(messages)];
        return { result: isOff, writes: [...telling, ...writes] };
      }),
  } satisfies Partial<Store>;
}

/** A damaged entry still counts: somebody asked for it. */
function optOutIn(found: Found | undefined): Pick<OptOut, 'hash' | 'at' | 'how'> | undefined {
  if (!found) return undefined;
  const it = optOutUnder(found.id, found.value);
  return it?.kind === 'opt-out' ? it : { hash: found.id, at: longAgo, how: 'unknown' };
}

const longAgo = new Date(0).toISOString();

const fingerprintIn = (key: Found | undefined): string | undefined =>
  isObject(key?.value) ? String(key.value['mark']) : undefined;
