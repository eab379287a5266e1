import { z } from 'astro/zod';
import { colors as site, contrast, hexColor, readable } from '../brand/colors.ts';

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

const short = (purpose: string) => text(60, purpose);

const demoLead = z.strictObject({
  service: short('The job.'),
  name: short('An invented name.'),
  phone: short('A number that belongs to nobody: 555-01 and two digits.'),
  email: short('An address at example.com.'),
  location: short('Where the job is.'),
  budget: short('What the person means to spend.'),
  timeline: short('When.'),
  description: text(140, 'The job in a sentence or two.'),
});

export type DemoLead = z.infer<typeof demoLead>;

/** A file of site/industries. Its name is that of a trade in site/prices.json, and the path of its page. */
export const industrySchema = z.strictObject({
  name: text(40, 'The trade, in title case: Tree Service.'),
  colors: colors.describe("The site's colors that this industry's page overrides."),
  hero: z.strictObject({
    headline: text(50, 'The headline, and the title of the page in search results.'),
    subheadline: text(140, 'The promise below it.'),
    description: text(320, 'What the owner of such a company gets, and how.'),
  }),
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
  demoOnHome: z.boolean().optional().describe('Whether the home page shows these leads, too.'),
  demoLeads: z.array(demoLead).min(2).max(5).describe('Two to five invented leads, for the demo.'),
});
