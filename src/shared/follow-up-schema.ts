import * as z from 'zod/mini';

const time = z.iso.datetime();

/** When an admin recorded it, and which one. */
const stamp = { at: time, by: z.string() };

/**
 * The first answer to the person. Null: none yet. Leads stored before answers were recorded lack the field,
 * and never count as waiting.
 */
export const answerSchema = z.object(stamp);

/**
 * A lead's outcome. A newer version of the site may have stored another reason, which is passed on
 * unchanged.
 */
export const outcomeSchema = z.discriminatedUnion('state', [
  /** An admin removed the outcome. A lead without an outcome is open, too. */
  z.object({ state: z.literal('open'), ...stamp }),
  z.object({ state: z.literal('talking'), ...stamp }),
  /** In dollars, with at most two decimals. */
  z.object({ state: z.literal('won'), amount: z.optional(z.number()), ...stamp }),
  z.object({
    state: z.literal('lost'),
    reason: z.string(),
    words: z.optional(z.string()),
    ...stamp,
  }),
  z.object({ state: z.literal('not-a-lead'), reason: z.string(), ...stamp }),
]);

export type Outcome = z.infer<typeof outcomeSchema>;

export const outcomes = outcomeSchema.def.options.flatMap((it) => it.shape.state.def.values);

export const outcomeOf = (outcome: Outcome | null | undefined): Outcome['state'] =>
  outcome?.state ?? 'open';

export const isClosed = (state: Outcome['state']): boolean =>
  state !== 'open' && state !== 'talking';

/** Why a lead was lost. To change the choices, edit this list: stored leads keep their reason. */
export const lostReasons = {
  'no-answer': 'Never reached',
  price: 'Price',
  'chose-another': 'Chose another company',
  'not-now': 'Not now',
  area: 'Outside the area',
  other: 'Something else',
} as const;

export const notALeadReasons = {
  spam: 'Spam',
  'wrong-trade': 'Wrong trade',
  duplicate: 'Duplicate',
} as const;

/** In characters. */
export const lostWordsLimit = 200;

/** The maximum revenue from a customer, in dollars. */
export const amountLimit = 10_000_000;

/** When the person wants to be called. Until then, the lead doesn't count as waiting. */
export const callBackSchema = z.object({ at: time, by: z.string() });

export type CallBack = z.infer<typeof callBackSchema>;

/** An admin's note. The page creates the id, so that a retry doesn't add a second note. */
export const noteSchema = z.object({
  id: z.string(),
  ...stamp,
  text: z.string(),
  edited_at: z.optional(time),
});

export type Note = z.infer<typeof noteSchema>;

export const noteLimit = 2000;

export const notesKept = 50;

export const outcomeNames = {
  open: 'Open',
  talking: 'Talking',
  won: 'Won',
  lost: 'Lost',
  'not-a-lead': 'Not a lead',
} as const satisfies Record<Outcome['state'], string>;

/** Ad networks that accept a file of won leads, to learn which ads paid. */
export const adNetworks = ['google', 'microsoft'] as const;

export type AdNetwork = (typeof adNetworks)[number];

export const networkNames: Readonly<Record<AdNetwork, string>> = {
  google: 'Google Ads',
  microsoft: 'Microsoft Advertising',
};

/** The name of the conversion in both networks; it must be the same there. */
export const conversionName = 'Website lead won';

export const adsFileName = (network: AdNetwork, month: string): string =>
  `${network}-ads-${month}.csv`;

/** Why a won lead isn't in the file. The sentence puts the number of such leads before it. */
export const leftOutBecause = {
  taken: 'taken before',
  gpc: 'whose browser asked not to share',
  /** Stored before the site recorded that signal, and before the privacy policy mentioned this use. */
  older: 'from before the site kept what browsers ask',
  'opted-out': 'on the do-not-contact list',
  held: 'held',
  'no-consent': 'without marketing consent',
} as const;

export type LeftOut = keyof typeof leftOutBecause;

/** Headers of the file: the number of rows, and a sentence about omitted leads, if any. */
export const adsHeaders = { rows: 'x-rows', leftOut: 'x-left-out' } as const;
