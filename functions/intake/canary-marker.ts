import type { Submission } from '../../src/shared/contact-schema.ts';
import type { Deps } from '../deps.ts';
import { minute } from '../durations.ts';

type Sealing = Pick<Deps, 'keyedHash' | 'newId' | 'now'>;

/** In ms. Longer than a visit takes. */
const validMs = minute;

/** Only this site's functions can make the seal. It is for this address, so a copy can only mark an invented lead. */
export async function makeMarker(email: string, deps: Sealing): Promise<string> {
  const payload = `${deps.now().getTime() + validMs}.${deps.newId()}`;
  return `${payload}.${await sealOf(payload, email, deps)}`;
}

/** Whether the canary sent this. A forged or expired marker counts as a visitor's text. */
export async function isCanary(
  { canary: marker = '', email }: Pick<Submission, 'canary' | 'email'>,
  deps: Pick<Deps, 'keyedHash' | 'now'>,
): Promise<boolean> {
  const [expires = '', nonce = '', seal, ...rest] = marker.split('.');
  if (rest.length > 0 || !(Number(expires) > deps.now().getTime())) return false;
  return seal === (await sealOf(`${expires}.${nonce}`, email, deps));
}

const sealOf = (payload: string, email: string, { keyedHash }: Pick<Deps, 'keyedHash'>) =>
  keyedHash(`canary ${payload} ${email}`);
