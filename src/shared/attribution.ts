import * as z from 'zod/mini';
import { originLimit } from './fields.ts';
import { isObject } from './json.ts';

/** Neither screens nor stores can be trusted with these, and no advertisement needs them. */
const unwanted = /[\p{Cc}\p{Cf}\p{Surrogate}]/gu;

const text = z.optional(
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((it: string) => it.replace(unwanted, '').trim()),
      z.string().check(z.refine((it) => it !== '' && it.length <= originLimit)),
    ),
  ),
);

/** The origin of a lead, as far as the browser knew it: how the visit began, and the price it showed. */
export const attributionSchema = z.object({
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  utm_term: text,
  utm_content: text,
  /** Click ids of Google, Facebook and Microsoft. */
  gclid: text,
  gbraid: text,
  wbraid: text,
  fbclid: text,
  msclkid: text,
  landing_path: text,
  /** The host of the site that linked here. */
  referrer: text,
  /** The last advertisement of the visit, if the visit began with another one or with none. */
  last_source: text,
  last_medium: text,
  last_campaign: text,
  /** The last answer of the price checker. */
  quoted_industry: text,
  quoted_price: z.optional(z.number().check(z.nonnegative(), z.lte(1_000_000))),
});

export type Attribution = z.infer<typeof attributionSchema>;

/** The advertisement by its own tags, as the report counts it: "google / spring-roofing". */
export const adNameOf = ({
  utm_source,
  utm_campaign,
}: Pick<Attribution, 'utm_source' | 'utm_campaign'>): string | undefined =>
  [utm_source, utm_campaign].filter(Boolean).join(' / ') || undefined;

/** The longest such name. */
export const adNameLimit = 2 * originLimit + ' / '.length;

export const clickIds = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid'] as const;

/** Reads what a browser sent. What isn't right is left out: no lead is refused for it. */
export function readAttribution(sent: unknown): Attribution | null {
  if (!isObject(sent)) return null;
  const entries = Object.entries(attributionSchema.shape).flatMap(([name, schema]) => {
    const { data } = schema.safeParse(sent[name]);
    return data === undefined ? [] : [[name, data] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}
