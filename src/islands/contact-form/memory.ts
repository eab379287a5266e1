/** What the form keeps through a visit, and what the visit knows of how it began. */
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

/** The words as typed: neither trimmed nor checked. */
export type Draft = {
  [F in Row as F['name']]: F extends { kind: 'consent' } ? boolean : string;
};

/** The form's own elements, by their names. */
type Elements = Record<FieldName | 'website', HTMLInputElement>;

export const elementsOf = (form: HTMLFormElement): Elements =>
  form.elements as unknown as HTMLFormControlsCollection & Elements;

export function readDraft(form: HTMLFormElement): Draft {
  const elements = elementsOf(form);
  return forFields(({ name, kind }) =>
    kind === 'consent' ? elements[name].checked : elements[name].value,
  ) as Draft;
}

/** Fills in what a visitor had typed before, except where they have typed since. Choices are left out. */
export function fill(form: HTMLFormElement, draft: Draft): void {
  const elements = elementsOf(form);
  for (const { name, kind } of fields) {
    if (kind === 'consent') elements[name].checked ||= Boolean(draft[name]);
    else if (kind !== 'choice' && isAsBuilt(elements[name]))
      elements[name].value = String(draft[name]);
  }
}

/** Whether a visitor has filled in anything in the form as built. */
export const touched = (form: HTMLFormElement): boolean =>
  fields.some(({ name }) => !isAsBuilt(elementsOf(form)[name]));

/** The id and the words of a submission that was sent, and that no answer has confirmed. Decision 0030. */
export interface Unconfirmed {
  id: string;
  words: string;
}

interface Kept {
  draft: Draft;
  unconfirmed?: Unconfirmed | undefined;
}

/**
 * The parts that survive a reload and a trip to another page: the draft, and the last submission that no answer
 * has confirmed. Sending the same words again is then still the same lead. A draft may be damaged, or from
 * before a field was added, so only what is text is taken. Here, zod would weigh more than all else.
 */
export const drafts = (memory: Session = session) => ({
  load(): Kept | undefined {
    const { draft, consent_version } = recalled(memory, sessionKeys.draft);
    if (!draft) return undefined;
    const { id, words } = recalled(memory, sessionKeys.unconfirmed);
    return {
      draft: forFields(({ name, kind }) => {
        const value = (draft as Recalled)[name];
        // Consent to an older wording isn't kept: the visitor has to agree again.
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

/** The browser keeps the words in a form only for a page that it has shown before. */
export function isRestored(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type !== 'navigate';
}
