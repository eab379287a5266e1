import type { Deps } from '../../deps.ts';
import { fault } from '../../log/log.ts';
import { tooMany, type Refusal } from '../../http/refusal.ts';
import type { SubmissionRecord } from '../../store/record.ts';
import type { Store } from '../../store/port.ts';
import { networkOf } from './network.ts';

type World = Pick<Deps, 'gate' | 'keyedHash' | 'ip' | 'now' | 'log'>;

/**
 * What is stored under the id already; undefined for a new one, which is refused when too many
 * have come from its network.
 */
export async function enter(
  id: string,
  store: Store,
  world: World,
): Promise<SubmissionRecord | undefined> {
  const { gate, keyedHash, ip, now, log } = world;
  const network = await keyedHash(`network ${networkOf(ip)}`);
  const mark = await keyedHash(`submission ${id}`);
  const entry = await gate.enter(network, {
    find: () => store.get(id),
    admit: () => store.admit(network, mark, gate.limit, now()),
    failed: (error) => {
      log(fault('limit-failure', error));
    },
    refused: () => {
      log({ event: 'limit-reached' });
    },
  });
  if (entry.state === 'full') throw refused(entry.until - now().getTime());
  return entry.state === 'known' ? entry.known : undefined;
}

function refused(waitMs: number): Refusal {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return tooMany(`Too many requests came from your network. Please try again in ${wait}.`, waitMs);
}
