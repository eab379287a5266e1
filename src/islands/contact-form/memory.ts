import {
  recalled,
  session,
  sessionKeys,
  type Recalled,
  type Session,
} from '../../browser/session.ts';
import { isAsBuilt } from '../../browser/as-built.ts';
import type { Attribution } from '../../shared/attribution.ts';
import { currentConsent } from '../../shared/consent.ts';
import { isUuid } from '../../shared/contact.ts';
import { fields, forFields, originLimit, type FieldName, type Row } from '../../shared/fields.ts';

/** The words as typed: neither trimmed nor validated. */
export type Draft = {
  [F in Row as F['name']]: F extends { kind: 'consent' } ? boolean : string;
};

type Elements = Record<FieldName | 'website', HTMLInputElement>;

export const elementsOf = (form: HTMLFormElement): Elements =>
  form.elements as unknown as HTMLFormControlsCollection & Elements;

export function readDraft(form: HTMLFormElement): Draft {
  const elements = elementsOf(form);
  return forFields(({ name, kind }) =>
    kind === 'consent' ? elements[name].checked : elements[name].value,
  ) as Draft;
}

/** Restores typed words, except in fields that have been changed since. Choices are left out. */
export function fill(form: HTMLFormElement, draft: Draft): void {
  const elements = elementsOf(form);
  for (const { name, kind } of fields) {
    if (kind === 'consent') elements[name].checked ||= Boolean(draft[name]);
    else if (kind !== 'choice' && isAsBuilt(elements[name]))
      elements[name].value = String(draft[name]);
  }
}

export const touched = (form: HTMLFormElement): boolean =>
  fields.some(({ name }) => !isAsBuilt(elementsOf(form)[name]));

/** A submission that was sent and that no response has confirmed. Decision 0030. */
export interface Unconfirmed {
  id: string;
  words: string;
}

interface Kept {
  draft: Draft;
  unconfirmed?: Unconfirmed | undefined;
}

/**
 * What survives a reload or a visit to another page: the draft, and the last unconfirmed submission.
 * Sending the same words again is then still the same lead.
 *
 * A stored draft may be damaged or older than a field, so only strings are read. zod would be the largest
 * part of this page's code.
 */
export const drafts = (memory: Session = session) => ({
  load(): Kept | undefined {
    const { draft, consent_version } = recalled(memory, sessionKeys.draft);
    if (!draft) return undefined;
    const { id, words } = recalled(memory, sessionKeys.unconfirmed);
    return {
      draft: forFields(({ name, kind }) => {
        const value = (draft as Recalled)[name];
        // Consent to an older wording isn't restored: the visitor has to agree again.
        if (kind === 'consent') return value === true && consent_version === currentConsent.version;
        return typeof value === 'string' ? value : '';
      }) as Draft,
      ...(typeof words === 'string' &&
        isUuid(String(id)) && { unconfirmed: { id: String(id), words } }),
    };
  },
  save({ draft, unconfirmed }: Kept): void {
    const { version } = currentConsent;
    memory.write(sessionKeys.draft, JSON.stringify({ draft, consent_version: version }));
    if (unconfirmed) memory.write(sessionKeys.unconfirmed, JSON.stringify(unconfirmed));
    else memory.remove(sessionKeys.unconfirmed);
  },
  clear(): void {
    memory.remove(sessionKeys.draft);
    memory.remove(sessionKeys.unconfirmed);
  },
});

/**
 * The function drops longer values. They could also make the request too large, and so could control
 * characters in an address, which JSON writes as six bytes each.
 */
const isShort = (value: string): boolean =>
  JSON.stringify(value).length <= originLimit + '""'.length;

/**
 * The origin of the visit, to be sent with a lead. If the browser asks for privacy, it has only what
 * happened on this site.
 */
export function attributionOf(
  memory: Session = session,
  isPrivate = Boolean(navigator.globalPrivacyControl),
): Attribution | undefined {
  const first = recalled(memory, sessionKeys.first);
  const last = adIn(recalled(memory, sessionKeys.last));
  const isOther = JSON.stringify(last) !== JSON.stringify(adIn(first));
  const { landing_path } = first;
  const entries = Object.entries({
    ...(isPrivate ? { landing_path } : { ...first, ...(isOther && last) }),
    ...recalled(memory, sessionKeys.quote),
  }).filter(([, value]) =>
    typeof value === 'string' ? value !== '' && isShort(value) : value !== undefined,
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

const adIn = ({ utm_source, utm_medium, utm_campaign }: Recalled) => ({
  last_source: utm_source,
  last_medium: utm_medium,
  last_campaign: utm_campaign,
});

/** Browsers restore form fields only on a page that they have shown before. */
export function isRestored(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type !== 'navigate';
}
