/** The fields of each file of site/. The types, the build's check, the form at /edit and site.json follow from them. */
import * as z from 'zod';

/** Values that this repository came with. The doctor lists the ones that company.json still has. */
export const firstOwner = {
  name: 'Leadwright',
  email: 'hello@leadwright.example',
  domain: 'leadwright.example',
  tagline: 'Stop paying for effort. Pay only for results.',
  city: 'Houston',
};

/** VS Code reads it to find the JSON schema of the file. */
const $schema = z.string().optional();

const text = z.string().min(1);
const heading = text.describe('The heading.');
const words = text.describe('The words. Braces name a claim.');
const like = (pattern: RegExp) => z.string().regex(pattern);
const between = (least: number, most: number) => z.int().min(least).max(most);
const dollars = z.int().min(1);

/** Its keys are names that the owner chooses. */
const byName = <Item extends z.ZodType>(item: Item) => z.object({}).catchall(item);

const atLeastOne = <Item extends z.ZodType>(item: Item) => z.array(item).min(1);
const inOrder = <Item extends z.ZodType>(item: Item) =>
  atLeastOne(item).describe('In their order.');

const titled = z.strictObject({ title: heading, text: words });
const titledItems = z.strictObject({ title: heading, items: inOrder(titled) });
const list = z.strictObject({ title: heading, items: inOrder(text) });
const billLine = z.strictObject({ label: text, amount: text });
const bill = { for: text, stamp: text, total: text };

const call = titled
  .extend({ link: text.describe('The words on the button.') })
  .describe('The call to action at the end of the page.');

const claimNames = atLeastOne(text).describe(
  'Names of claims of site/claims.json, whose figures are shown large.',
);

const page = {
  $schema,
  title: text.describe('The title of the page, in search results and browser tabs.'),
  description: text.describe(
    'What search engines show below the title. At most about 160 characters.',
  ),
};
const pageHeading = text.describe('The headline of the page.');
const headed = { ...page, heading: pageHeading };
const pageLead = text.describe('The sentence below the headline.');

const twoLetters = like(/^[A-Z]{2}$/);

const weekday = z.enum([
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
]);

const consentText = {
  version: like(/^\d{4}-\d{2}-\d{2}[a-z]?$/).describe(
    'The day of its publication, such as 2026-11-22.',
  ),
  text: text.describe('Word for word. A link is written [text](/path).'),
};

const upTo = (length: number, about: string) =>
  like(/\S/).max(length).describe(`${about} At most ${length} characters.`);

const color = like(/^#[0-9a-fA-F]{6}$/);

const step = z.strictObject({
  title: upTo(50, 'What happens, in a few words.'),
  text: upTo(240, 'How, in one or two sentences.'),
});

/** By the name of the file. All files of site/industries fit `industry`. */
export const schemas = {
  company: z.strictObject({
    $schema,
    name: text.describe("The company's name."),
    email: z.email().describe('The address that visitors may write to.'),
    domain: like(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/).describe(
      "The site's domain, such as example.com. Links and the sitemap use it where neither SITE_URL nor Netlify gives the site's address.",
    ),
    tagline: text.describe('The headline of the home page.'),
    street: z
      .string()
      .optional()
      .describe(
        'Street and number, or nothing. The privacy policy and search engines get it, with the postal code.',
      ),
    postalCode: z.string().optional().describe('The postal code, or nothing.'),
    city: text.describe('The city.'),
    region: twoLetters.describe('The state, in two letters.'),
    country: twoLetters.describe('The country, in two letters.'),
    copyrightYear: between(1900, 2999).describe('The year in the footer.'),
  }),
  hours: z.strictObject({
    $schema,
    timeZone: like(/^[A-Z][A-Za-z_]+(\/[A-Za-z_-]+)+$/).describe(
      "The company's time zone, such as America/Chicago. Days begin and end in it.",
    ),
    firstDay: weekday.describe('The first business day of a week.'),
    lastDay: weekday.describe('The last business day of a week.'),
    opens: between(0, 23).describe('The hour at which people begin to answer, from 0 to 23.'),
    closes: between(1, 24).describe(
      'The hour at which they stop, from 1 to 24, such as 18 for 6 PM.',
    ),
    holidays: z
      .array(z.iso.date())
      .refine((days) => new Set(days).size === days.length, 'A day is in the list twice')
      .meta({
        description:
          'Days on which nobody answers, such as "2026-12-25". The waiting time of a lead doesn\'t run on them.',
        uniqueItems: true,
      }),
    answerMinutes: between(1, 14).describe(
      'The minutes within which the site promises a text. The inbox and the report measure by it.',
    ),
  }),
  prices: z.strictObject({
    $schema,
    lowestPrice: dollars.describe(
      'The lowest price of a lead, in whole dollars. No trade may cost less, and Other is quoted from here.',
    ),
    trades: atLeastOne(
      z.strictObject({
        value: like(/^(?!other$)[a-z]+(-[a-z]+)*$/)
          .max(40)
          .describe(
            "A short name in small letters with hyphens, such as tree-service. It is stored with each lead and is the address of the trade's page, so never change it.",
          ),
        label: text.max(60).describe('The name that visitors read, such as Roofing / Gutters.'),
        price: dollars.describe(
          'The price of one qualified lead, in whole dollars without the sign.',
        ),
        inSentences: text
          .optional()
          .describe(
            "The name in the middle of a sentence, if that isn't the label in small letters. Lists name these trades last.",
          ),
        onlyOnItsPage: z
          .boolean()
          .optional()
          .describe(
            "true if only the form on the trade's own page offers it, and the contact page doesn't.",
          ),
      }),
    ).describe('The rate card, in its order.'),
    comparison: z
      .strictObject({
        leads: z.int().min(1).describe('How many leads are on the bill.'),
        price: dollars.describe('What they cost together, in whole dollars.'),
        lowestRetainer: dollars.describe("An agency's lowest monthly retainer, in whole dollars."),
      })
      .describe("The bill that the home and pricing pages compare with an agency's."),
  }),
  'add-ons': z.strictObject({
    $schema,
    addOns: atLeastOne(
      z.strictObject({
        id: like(/^[a-z]+(-[a-z]+)*$/).describe(
          'A short name in small letters with hyphens, for links to the card.',
        ),
        title: text.max(60).describe("The add-on's name."),
        price: z.int().min(0).describe('In whole dollars. 0 is shown as Free.'),
        terms: text.max(40).describe('The words after the price, such as /month.'),
        description: text.max(200).describe('What it does, in a sentence.'),
        features: atLeastOne(text.max(100).describe('One thing.')).describe(
          'What it includes. Braces name a claim of site/claims.json.',
        ),
        link: text.max(40).describe('The words on its button.'),
      }),
    ).describe('The cards of the services page, in their order.'),
  }),
  claims: z.strictObject({
    $schema,
    claims: byName(
      z.strictObject({
        figure: text.max(80).describe('The figure or the promise, word for word, such as 97%.'),
        label: text
          .max(60)
          .optional()
          .describe('The words beside the figure, where a page shows it large.'),
      }),
    ).describe(
      'Each figure and promise that the site publishes, by a name that texts write in braces.',
    ),
  }),
  consent: z
    .strictObject({ $schema, ...consentText })
    .describe(
      'The text that visitors agree to. Never edit a published text: copy it to the top of earlier-consents.json, and write a new one here with a new version.',
    ),
  'earlier-consents': z.strictObject({
    $schema,
    texts: z
      .array(z.strictObject(consentText))
      .describe(
        'All that were published before, the newest first, so that each stored consent can be shown with its own text.',
      ),
  }),
  published: z.strictObject({
    $schema,
    texts: byName(byName(like(/^[0-9a-f]{64}$/))).describe(
      'The SHA-256 of each published text, by its date. Add a line for a new date. Never change one of a consent text: stored consents would be shown with a text that nobody agreed to.',
    ),
  }),
  home: z.strictObject({
    ...page,
    hero: z.strictObject({
      lead: pageLead,
      figures: claimNames,
      bill: z.strictObject({ title: heading, ...bill }),
    }),
    feed: titled,
    feedTrade: z
      .string()
      .describe(
        'The trade whose sample leads the home page shows: the name of a file of site/industries, without .json.',
      ),
    steps: titledItems,
    prices: titled,
    why: z.strictObject({
      title: heading,
      off: text,
      text: words,
      items: inOrder(z.strictObject({ off: text, text: words })),
    }),
    call,
  }),
  about: z.strictObject({
    ...headed,
    story: atLeastOne(text).describe('A paragraph each.'),
    figuresTitle: text,
    figures: claimNames,
    valuesTitle: text,
    values: atLeastOne(titled),
    call,
  }),
  services: z.strictObject({
    ...headed,
    lead: pageLead,
    flagship: z.strictObject({
      title: heading,
      text: words,
      priceNote: text,
      from: text,
      included: atLeastOne(text),
      includedAmount: text,
      notCharged: text.describe('The lines of a bill that cost nothing.'),
    }),
    addOnsTitle: text,
    process: titledItems,
    call,
  }),
  pricing: z.strictObject({
    ...headed,
    lead: pageLead,
    whole: titled,
    payFor: z
      .strictObject({
        title: heading,
        text: words,
        lists: atLeastOne(
          z.strictObject({ title: heading, lines: atLeastOne(billLine), total: billLine }),
        ),
        doubt: z.strictObject({
          title: heading,
          text: words,
          link: text,
          subject: text.describe('The subject of the mail that the link begins.'),
          names: inOrder(text).optional().describe('What the mail should name, a line each.'),
          businessDays: between(1, 30)
            .optional()
            .describe(
              'Within how many business days you answer. The page promises it; without a number, it promises no time.',
            ),
        }),
      })
      .describe('What is on a client’s bill, what isn’t, and how a client asks about a lead.'),
    compare: z.strictObject({
      title: heading,
      text: words,
      agency: z.strictObject({
        title: heading,
        for: text,
        lines: atLeastOne(billLine),
        total: text,
      }),
      ours: z.strictObject(bill),
      difference: text,
      saved: text,
    }),
    call,
    notCharged: atLeastOne(
      z.strictObject({
        label: text,
        was: text.optional().describe('What others charge, struck through.'),
        amount: text,
      }),
    ).describe('The lines of a bill that cost nothing.'),
    leads: billLine,
  }),
  contact: z.strictObject({
    ...headed,
    lead: pageLead,
    notSent: z.strictObject({ title: heading, heading: pageHeading, text: words, write: text }),
    info: z.strictObject({
      title: heading,
      email: text,
      address: text,
      hoursLabel: text,
      hours: text,
      bot: text,
      botHours: text,
    }),
    next: titledItems,
    guarantees: list,
    faq: z.strictObject({
      title: heading,
      items: inOrder(z.strictObject({ question: text, answer: text })),
    }),
  }),
  trade: z.strictObject({
    $schema,
    feed: titled,
    stepsTitle: text,
    price: z.strictObject({ title: heading, unit: text }),
    call,
    form: z.strictObject({ title: heading }),
    figures: claimNames,
    stats: claimNames,
  }),
  industry: z
    .strictObject({
      $schema,
      name: upTo(40, 'The trade, in title case: Tree Service.'),
      colors: z
        .strictObject({
          primary: color.describe(
            'The background of buttons and the hero, under ink-colored text, such as #8bd450.',
          ),
          primaryLight: color.describe('A pale background, under text in ink or primaryDark.'),
          primaryDark: color.describe('Text on the page, on tickets and on primaryLight.'),
          accent: color.describe('Stamps and small marks: text on tickets and on the page.'),
        })
        .describe(
          "The site's colors that this page overrides. The build refuses a color that would put text below a contrast of 7:1.",
        ),
      hero: z.strictObject({
        headline: upTo(50, 'The headline, and the title of the page in search results.'),
        subheadline: upTo(140, 'The promise below it.'),
        description: upTo(320, 'What the owner of such a company gets, and how.'),
      }),
      howItWorks: z.strictObject({
        step1: step.describe('The advertising.'),
        step2: step.describe('The qualification of leads.'),
        step3: step.describe('The delivery of leads.'),
      }),
      benefits: z.strictObject({
        title: upTo(60, 'The heading of the list.'),
        items: z
          .array(upTo(140, 'One reason.'))
          .min(3)
          .max(8)
          .describe('Three to eight reasons to buy leads this way.'),
      }),
      messageHint: upTo(140, 'The hint below Message in the form of the page.').optional(),
      demoLeads: z
        .array(
          z.strictObject({
            service: upTo(60, 'The job.'),
            name: upTo(60, 'An invented name.'),
            phone: upTo(60, 'A number that belongs to nobody: 555-01 and two digits.'),
            email: z
              .email()
              .max(60)
              .describe(
                'An address at example.com, which belongs to nobody. At most 60 characters.',
              ),
            location: upTo(60, 'Where the job is.'),
            budget: upTo(60, 'What the person means to spend.'),
            timeline: upTo(60, 'When.'),
            description: upTo(140, 'The job in a sentence or two.'),
          }),
        )
        .min(2)
        .max(5)
        .describe('Two to five invented leads, for the demo.'),
    })
    .describe(
      'A page of a trade. Its file has the name of the trade in site/prices.json, which is also the path of the page.',
    ),
  stop: z.strictObject({
    ...headed,
    lead: pageLead,
    form: z.strictObject({
      title: heading,
      fields: z.strictObject({ phone: text, email: text }),
      submit: text,
    }),
    next: inOrder(list),
    refused: z.strictObject({ text: words, write: text }),
    thanks: z.strictObject({ title: heading, stamp: text, text: words, note: text, again: text }),
  }),
  'not-found': z.strictObject({
    ...headed,
    ticket: z.strictObject({
      title: heading,
      number: text,
      lines: atLeastOne(z.strictObject({ label: text, value: text })),
    }),
    text: words,
    back: text,
    stamp: text,
  }),
};

/** The contents of a file, such as Contents['prices']. */
export type Contents = { [Name in keyof typeof schemas]: z.infer<(typeof schemas)[Name]> };

const parts = Object.entries(schemas).map(([name, schema]) => {
  const { $schema: _, ...part } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      // z.int() adds this limit, and /edit would show it.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return [name, part] as const;
});

/** Written to site.json for VS Code, which applies the part that the "$schema" of a file ends with. */
export const jsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  description: 'Generated from site.ts. `npx vitest run tests/unit/site.test.ts -u` updates it.',
  allOf: parts.map(([name]) => ({
    if: { properties: { $schema: { pattern: `/${name}$` } } },
    // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON schema.
    then: { $ref: `#/$defs/${name}` },
  })),
  $defs: Object.fromEntries(parts),
};
