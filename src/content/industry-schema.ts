import { z } from 'astro/zod';
import { hexColour } from '../brand/contrast.ts';
import { minimumPrice, pricedIndustries, pricedSlugs, usd } from '../shared/pricing.ts';
import { unreadable } from './industry-colours.ts';

const text = (most: number, purpose: string) =>
  z
    .string({ error: 'is missing, or is no text' })
    .trim()
    .min(1, 'is empty')
    .max(most, `has more than ${most} characters`)
    .describe(`${purpose} At most ${most} characters.`);

const colour = (purpose: string) =>
  z
    .string({ error: "is not a colour in quotes, as '#1f5c35': YAML reads a bare # as a comment" })
    // Ends the check here: what is no colour has no contrast to measure.
    .regex(hexColour, { error: 'is not a colour like #1f5c35 or #fc0', abort: true })
    .describe(purpose);

const step = (purpose: string) =>
  z
    .strictObject({
      title: text(50, 'What happens, in a few words.'),
      text: text(240, 'How, in one or two sentences.'),
    })
    .describe(purpose);

const colors = z
  .strictObject({
    primary: colour('A field, with the ink of the site as text on it: buttons, the hero.'),
    primaryLight: colour('A pale field, with ink or primaryDark as text on it.'),
    primaryDark: colour('Text on the page, on tickets and on primaryLight.'),
    accent: colour('Stamps and small marks: text on tickets and on the page.'),
  })
  .check(({ value, issues }) => {
    for (const { field, message } of unreadable(value)) {
      issues.push({ code: 'custom', path: [field], input: value[field], message });
    }
  });

const price = z
  .union(
    [
      z.enum(pricedSlugs),
      z.int().min(minimumPrice, `is below ${usd(minimumPrice)}, the lowest price of a lead`),
    ],
    {
      error:
        `is neither an industry of the price list (${pricedSlugs.join(', ')}) ` +
        `nor, for one that is not on it, a whole number of dollars from ${usd(minimumPrice)}`,
    },
  )
  .transform((slugOrPrice) => {
    const listed = pricedIndustries.find(({ value }) => value === slugOrPrice);
    return listed ? listed.price : Number(slugOrPrice);
  })
  .describe(
    'An industry of the price list, whose price is then read from there, or whole dollars.',
  );

/** What one file of src/content/industries says. Its name without the ending is the page's path. */
export const industrySchema = z.strictObject({
  name: text(40, 'The trade, as in a list of trades: Tree Service.'),
  colors: colors.describe("What the industry's page changes of the site's colours."),
  hero: z.strictObject({
    headline: text(50, 'The headline, and the title of the page in search results.'),
    subheadline: text(140, 'The promise below it.'),
    description: text(320, 'What the owner of such a company gets, and what it takes.'),
  }),
  pricePerLead: price,
  howItWorks: z.strictObject({
    step1: step('The advertising.'),
    step2: step('The qualification of leads.'),
    step3: step('The delivery of leads.'),
  }),
  benefits: z.strictObject({
    title: text(60, 'The heading of the list.'),
    items: z
      .array(text(140, 'One reason.'))
      .min(3)
      .max(8)
      .describe('Three to eight reasons to buy leads this way.'),
  }),
});

export type Industry = z.infer<typeof industrySchema>;
