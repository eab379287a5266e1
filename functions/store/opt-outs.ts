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
    return new Map(found.map((document) => [document.id, document]));
  };

  return {
    async optOuts(hashes) {
      const stored = await read(hashes);
      const found = hashes.flatMap((hash) => optOutIn(stored.get(hash)) ?? []);
      return { found, fingerprint: fingerprintIn(stored.get(listKeyId)) };
    },

    async optOutList() {
      // The fingerprint sorts first. A list from before fingerprints begins with an opt-out.
      const [first, second] = await engine.after('opt_outs', undefined, 2);
      const isKey = first?.id === listKeyId;
      return {
        isEmpty: !(isKey ? second : first),
        fingerprint: isKey ? fingerprintIn(first) : undefined,
      };
    },

    setFingerprint: (fingerprint) =>
      committed(engine, async () => {
        const [stored] = await engine.find('opt_outs', [listKeyId]);
        const isSame = fingerprintIn(stored) === fingerprint;
        return {
          result: undefined,
          writes: isSame ? [] : [put('opt_outs', listKeyId, { mark: fingerprint }, stored)],
        };
      }),

    optOut: ({ hashes, at, how, fingerprint }, entry, messages = []) =>
      committed(engine, async () => {
        const stored = await read(hashes);
        const key = stored.get(listKeyId);
        const writes = hashes.flatMap((hash): Write[] => {
          const before = stored.get(hash);
          const isNewer = (optOutIn(before)?.at ?? '') < at;
          return isNewer ? [put('opt_outs', hash, { at, how }, before)] : [];
        });
        if (writes.length > 0 && fingerprintIn(key) !== fingerprint)
          writes.push(put('opt_outs', listKeyId, { mark: fingerprint }, key));
        // If the person was on the list, only the time changes.
        const isNew = hashes.some((hash) => !stored.has(hash));
        const additions = isNew ? [...entryWrites(entry), ...entriesToPut(messages)] : [];
        return { result: isNew, writes: [...additions, ...writes] };
      }),

    allowContact: (hashes, entry, messagesAbout = () => [], upTo) =>
      committed(engine, async () => {
        const stored = await read(hashes);
        const writes = hashes.flatMap((id): Write[] => {
          const replaces = stored.get(id);
          return replaces ? [{ kind: 'remove', within: 'opt_outs', id, replaces }] : [];
        });
        const isNewer = (id: string) =>
          upTo !== undefined && (optOutIn(stored.get(id))?.at ?? '') > upTo;
        const isOff = writes.length > 0 && !hashes.some(isNewer);
        if (!isOff) return { result: isOff, writes: [] };
        const removed = writes.map(({ id }) => id);
        const additions = [...entryWrites(entry), ...entriesToPut(messagesAbout(removed))];
        return { result: isOff, writes: [...additions, ...writes] };
      }),
  } satisfies Partial<Store>;
}

/** A damaged entry still counts as an opt-out. */
function optOutIn(found: Found | undefined): Pick<OptOut, 'hash' | 'at' | 'how'> | undefined {
  if (!found) return undefined;
  const optOut = optOutUnder(found.id, found.value);
  return optOut?.kind === 'opt-out' ? optOut : { hash: found.id, at: longAgo, how: 'unknown' };
}

const longAgo = new Date(0).toISOString();

const fingerprintIn = (key: Found | undefined): string | undefined =>
  isObject(key?.value) ? String(key.value['mark']) : undefined;
