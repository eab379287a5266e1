import { z } from 'astro/zod';
import { contrast } from '../brand/contrast.ts';
import { token } from '../brand/tokens.ts';
import { minimumPrice, pricedIndustries, pricedSlugs } from '../shared/pricing.ts';

/** Text that is read must stand out from what it lies on by this much (WCAG 2.2, AA). */
const readable = 4.5;

/** What lies on what, in an industry's colours. The fixed partners are semantic tokens. */
const pairs = [
  { field: 'primary', on: ['ink'] },
  { field: 'primaryLight', on: ['ink'] },
  { field: 'primaryDark', on: ['ground', 'ticket'] },
  { field: 'accent', on: ['ground', 'ticket'] },
] as const;

const text = (max: number, purpose: string) => z.string().trim().min(1).max(max).describe(purpose);

const colour = (purpose: string) =>
  z
    .string()
    .regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, 'must be a colour such as #2f9e44')
    .describe(purpose);

const step = z
  .strictObject({
    title: text(50, 'The step in a few words'),
    text: text(240, 'What happens in it'),
  })
  .describe('One of the three steps under How It Works');

const colors = z
  .strictObject({
    primary: colour('The field behind the hero and the buttons; ink is read on it'),
    primaryLight: colour('A pale shade of primary; ink is read on it'),
    primaryDark: colour('A deep shade of primary, for lines under links and for marks'),
    accent: colour('The stamp, read on a ticket'),
  })
  .superRefine((chosen, context) => {
    for (const { field, on } of pairs) {
      for (const partner of on) {
        const ratio = contrast(chosen[field], token(partner));
        if (ratio >= readable) continue;
        context.addIssue({
          code: 'custom',
          path: [field],
          message: `${chosen[field]} against ${partner} (${token(partner)}) has a contrast of ${ratio.toFixed(2)}:1 and needs ${readable}:1`,
        });
      }
    }
  });

/** What one file in src/content/industries/ must hold to make a page. */
export const industrySchema = z.strictObject({
  name: text(40, 'The trade, as in Tree Service'),
  colors,
  hero: z.strictObject({
    headline: text(60, 'The heading and title of the page'),
    subheadline: text(140, 'One sentence below it'),
    description: text(320, 'What the offer is, for this trade'),
  }),
  pricePerLead: z
    .union([z.enum(pricedSlugs).transform(priceOf), z.number().int().min(minimumPrice)])
    .describe(
      `A slug of the price list, which says the price; or whole dollars from ${minimumPrice}, for a trade that is not on it`,
    ),
  howItWorks: z.strictObject({ step1: step, step2: step, step3: step }),
  benefits: z.strictObject({
    title: text(60, 'The heading over the list'),
    items: z.array(text(140, 'One benefit')).min(3).max(8),
  }),
});

function priceOf(slug: string): number {
  const listed = pricedIndustries.find(({ value }) => value === slug);
  if (!listed) throw new Error(`${slug} is not on the price list`);
  return listed.price;
}

/** Paths that the site itself answers, which no industry can have. */
const taken = [
  '404',
  'about',
  'admin',
  'api',
  'auth',
  'contact',
  'index',
  'pricing',
  'privacy-policy',
  'services',
  'terms-of-service',
  'thank-you',
];

/** The page's path is the file's name, so the name has to be one. */
export function slugOf(file: string): string {
  const slug = file.replace(/\.yaml$/, '');
  const wrong =
    slug === file
      ? 'does not end in .yaml'
      : !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(slug)
        ? 'may hold only lower-case letters, digits and single hyphens'
        : slug.length > 60
          ? 'is longer than 60 characters'
          : taken.includes(slug)
            ? 'is the path of another page'
            : undefined;
  if (wrong) throw new Error(`src/content/industries/${file}: the name '${slug}' ${wrong}.`);
  return slug;
}
