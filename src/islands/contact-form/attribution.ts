import {
  recalled,
  session,
  sessionKeys,
  type Recalled,
  type Session,
} from '../../browser/session.ts';
import type { Attribution } from '../../shared/attribution.ts';
import { originLimit } from '../../shared/fields.ts';

/**
 * The function drops longer values. Here they could make the whole request too large, and so could control
 * characters in an address, which take six bytes each.
 */
const isShort = (value: string): boolean =>
  JSON.stringify(value).length <= originLimit + '""'.length;

/**
 * The site's memory of this visit, to be sent with a lead. For a browser that asks for privacy, it is
 * only what happened on this site.
 */
export function attributionOf(
  memory: Session = session,
  isPrivate = Boolean(navigator.globalPrivacyControl),
): Attribution | undefined {
  const first = recalled(memory, sessionKeys.first);
  const last = adIn(recalled(memory, sessionKeys.last));
  const isOther = JSON.stringify(last) !== JSON.stringify(adIn(first));
  const { landing_path } = first;
  const kept = Object.entries({
    ...(isPrivate ? { landing_path } : { ...first, ...(isOther && last) }),
    ...recalled(memory, sessionKeys.quote),
  }).filter(([, value]) =>
    typeof value === 'string' ? value !== '' && isShort(value) : value !== undefined,
  );
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

const adIn = ({ utm_source, utm_medium, utm_campaign }: Recalled) => ({
  last_source: utm_source,
  last_medium: utm_medium,
  last_campaign: utm_campaign,
});
