import * as z from 'zod/mini';
import { searchLimit } from './api.ts';
import { atMost } from './at-most.ts';
import { isDay } from './company-time.ts';
import { limits, originLimit } from './fields.ts';
import { outcomes } from './follow-up-schema.ts';
import { deliveryStates } from './submission.ts';

const day = z.string().check(z.refine(isDay, 'A date looks like 2026-11-01.'));

/**
 * Parameters of a lead filter, shared by the inbox's address, the list and the export. A missing or empty
 * one doesn't filter.
 */
export const filterParameters = {
  q: z
    .string('Please send what to search for as q.')
    .check(atMost(searchLimit, 'That is too much to search for.')),
  industry: z.string().check(atMost(limits.industry, 'There is no such industry.')),
  /** The exact name of an ad's campaign. */
  campaign: z.string().check(atMost(originLimit, 'There is no such campaign.')),
  delivery: z.enum(deliveryStates, `The delivery must be one of ${deliveryStates.join(', ')}.`),
  /** Leads that wait for an answer. */
  answered: z.literal('no', 'The only choice for answered is no.'),
  /** Leads to call now, or all planned calls. */
  call_back: z.enum(['due', 'planned'], 'The call_back must be due or planned.'),
  outcome: z.enum(outcomes, `The outcome must be one of ${outcomes.join(', ')}.`),
  /** Archived leads. Without it, they are left out. */
  archived: z.literal('yes', 'The only choice for archived is yes.'),
  /** The first and the last day, in the company's time zone. */
  from: day,
  to: day,
};

/** The id of a lead that came by the form. A search for it finds that lead, whatever else is chosen. */
export const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Parameters = typeof filterParameters;
export type FilterName = keyof Parameters;
export const filterNames = Object.keys(filterParameters) as FilterName[];

export type ChosenFilter = { [Name in FilterName]: z.infer<Parameters[Name]> | '' };
