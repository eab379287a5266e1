import { z } from 'astro/zod';
import { colors as site, contrast, hexColor, readable } from '../brand/colors.ts';
import { minimumPrice, pricedIndustries, pricedSlugs, usd } from '../shared/pricing.ts';

const text = (most: number, purpose: string) =>
  z
    .string({ error: 'is missing or not text' })
    .trim()
    .min(1, 'is empty')
    .max(most, `has more than ${most} characters`)
    .describe(`${purpose} At most ${most} characters.`);

const color = (purpose: string) =>
  z
    .string({ error: "is not a color in quotes, as '#1f5c35': YAML reads a bare # as a comment" })
    // Abort: only a valid color has a contrast to check.
    .regex(hexColor, { error: 'is not a color like #1f5c35', abort: true })
    .describe(purpose);

const step = (purpose: string) =>
  z
    .strictObject({
      title: text(50, 'What happens, in a few words.'),
      text: text(240, 'How, in one or two sentences.'),
    })
    .describe(purpose);

/** The backgrounds or texts that each color occurs with on an industry page. */
const pairs = {
  primary: ['ink'],
  primaryLight: ['ink'],
  primaryDark: ['ground', 'ticket', 'primaryLight'],
  accent: ['ground', 'ticket'],
} as const;

const colors = z
  .strictObject({
    primary: color('The background of buttons and the hero, under ink-colored text.'),
    primaryLight: color('A pale background, under text in ink or primaryDark.'),
    primaryDark: color('Text on the page, on tickets and on primaryLight.'),
    accent: color('Stamps and small marks: text on tickets and on the page.'),
  })
  .check(({ value, issues }) => {
    const palette = { ...site, ...value };
    for (const field of Object.keys(pairs) as (keyof typeof pairs)[]) {
      for (const other of pairs[field]) {
        if (contrast(palette[field], palette[other]) >= readable) continue;
        const message = `${palette[field]} is too close to ${other} (${palette[other]}): text needs a contrast of ${readable}:1`;
        issues.push({ code: 'custom', path: [field], input: value[field], message });
      }
    }
  });

const price = z
  .union(
    [
      z.enum(pricedSlugs),
      z.int().min(minimumPrice, `is below ${usd(minimumPrice)}, the lowest price per lead`),
    ],
    {
      error:
        `is neither an industry on the price list (${pricedSlugs.join(', ')}) ` +
        `nor a whole number of dollars, ${usd(minimumPrice)} or more`,
    },
  )
  .transform((slugOrPrice) => {
    const listed = pricedIndustries.find(({ value }) => value === slugOrPrice);
    return listed ? listed.price : Number(slugOrPrice);
  })
  .describe('An industry on the price list, to use its price, or a number of whole dollars.');

/** A file of src/content/industries. Its name without the extension is the path of its page. */
export const industrySchema = z.strictObject({
  name: text(40, 'The trade, in title case: Tree Service.'),
  colors: colors.describe("The site's colors that this industry's page overrides."),
  hero: z.strictObject({
    headline: text(50, 'The headline, and the title of the page in search results.'),
    subheadline: text(140, 'The promise below it.'),
    description: text(320, 'What the owner of such a company gets, and how.'),
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
