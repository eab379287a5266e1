import * as z from 'zod/mini';

const time = z.iso.datetime();

/** When an admin noted it, and who. */
const stamp = { at: time, by: z.string() };

/**
 * The first answer to the person, by whom and when. Null: none yet. A lead that was stored before this was
 * asked has no such field, and never counts as waiting.
 */
export const answerSchema = z.object(stamp);

/**
 * What became of a lead. A newer version of the site may have stored another reason, which is passed on as
 * it is.
 */
export const outcomeSchema = z.discriminatedUnion('state', [
  /** Somebody took back what it was before. A lead that nobody has touched has no outcome, and is open, too. */
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

/** Whether a lead with this outcome needs nothing more from staff. */
export const isClosed = (state: Outcome['state']): boolean =>
  state !== 'open' && state !== 'talking';

/** Why a lead was lost. To change the choices, edit this list: leads keep the reason that they have. */
export const lostReasons = {
  'no-answer': 'Never reached',
  price: 'Price',
  'chose-another': 'Chose another company',
  'not-now': 'Not now',
  area: 'Outside the area',
  other: 'Something else',
} as const;

/** Why it was no lead. */
export const notALeadReasons = {
  spam: 'Spam',
  'wrong-trade': 'Wrong trade',
  duplicate: 'Duplicate',
} as const;

/** The longest words about a lead that was lost, in characters. */
export const lostWordsLimit = 200;

/** The most that a customer can bring, in dollars. */
export const amountLimit = 10_000_000;

/** When the person wants to be called. The lead waits for nobody until then. */
export const callBackSchema = z.object({ at: time, by: z.string() });

export type CallBack = z.infer<typeof callBackSchema>;

/** What an admin wrote about a lead. The id is made by the page, so that a second try adds no second note. */
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

/** The ad networks that take a file of won leads, to learn which ads paid. */
export const adNetworks = ['google', 'microsoft'] as const;

export type AdNetwork = (typeof adNetworks)[number];

export const networkNames: Readonly<Record<AdNetwork, string>> = {
  google: 'Google Ads',
  microsoft: 'Microsoft Advertising',
};

/** What the conversion is called in both networks. Whoever sets it up there types the same name. */
export const conversionName = 'Website lead won';

export const adsFileName = (network: AdNetwork, month: string): string =>
  `${network}-ads-${month}.csv`;

/** Why a won lead isn't in the file, after a number of such leads. */
export const leftOutBecause = {
  taken: 'taken before',
  gpc: 'whose browser asked not to share',
  /** It came before anybody looked for that signal, and before the privacy policy spoke of this. */
  older: 'from before the site kept what browsers ask',
  'opted-out': 'on the do-not-contact list',
  held: 'held',
  'no-consent': 'without marketing consent',
} as const;

export type LeftOut = keyof typeof leftOutBecause;

/** Headers of the file: how many rows it has, and a sentence about the leads that aren't in it, if any. */
export const adsHeaders = { rows: 'x-rows', leftOut: 'x-left-out' } as const;
