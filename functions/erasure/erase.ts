import { linked, type Actor } from '../../src/shared/audit.ts';
import { announce } from '../audit/append.ts';
import type { SiteDeps } from '../deps.ts';
import type { Erased } from '../store/port.ts';

/**
 * Erases these leads. Unlike other actions, an erasure and its entry in the audit log are one write, so
 * that the log names what was erased, all of it and nothing else, even where this breaks off.
 */
export async function erase(
  ids: readonly string[],
  by: Actor,
  { store, now, newId, log }: Pick<SiteDeps, 'store' | 'now' | 'newId' | 'log'>,
  owedSince?: string,
): Promise<Erased> {
  const at = now().toISOString();
  const erased = await (
    await store()
  ).erase(
    ids,
    at,
    {
      link: (head, submissions) =>
        linked(head, { id: newId(), at, by, event: { action: 'erased', submissions } }),
      written: (entry) => {
        announce(entry, log);
      },
    },
    owedSince,
  );
  for (const id of erased.refused) log({ event: 'not-erased', id });
  log({ event: 'erased', count: erased.count });
  return erased;
}
