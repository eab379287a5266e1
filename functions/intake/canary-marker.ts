import type { SiteDeps } from '../deps.ts';
import type { Store } from '../store/port.ts';

type Sealing = Pick<SiteDeps, 'keyedHash' | 'now'>;

/** Longer than a visit takes. */
const validMs = 60_000;

/** Marks the form of one visit. Only this site's functions can make the seal. */
export async function makeMarker(nonce: string, { keyedHash, now }: Sealing): Promise<string> {
  const claim = `${now().getTime() + validMs}.${nonce}`;
  return `${claim}.${await keyedHash(`canary ${claim}`)}`;
}

/**
 * Whether the canary sent this, and nobody has used its marker before. A forged, replayed or late
 * marker is what any visitor may write. A forged one costs no read of the store.
 */
export async function isCanary(
  marker: string | undefined,
  store: Pick<Store, 'changeWatch'>,
  { keyedHash, now }: Sealing,
): Promise<boolean> {
  const [expires = '', nonce = '', seal = '', ...rest] = marker?.split('.') ?? [];
  if (nonce === '' || rest.length > 0) return false;
  if (seal !== (await keyedHash(`canary ${expires}.${nonce}`))) return false;
  if (!(Number(expires) > now().getTime())) return false;
  const used = await store.changeWatch((it) =>
    it.canary?.nonces.includes(nonce)
      ? { ...it, canary: { ...it.canary, nonces: it.canary.nonces.filter((id) => id !== nonce) } }
      : undefined,
  );
  return used !== undefined;
}
