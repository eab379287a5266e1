/** Checks the files of site/ before a build: against their schemas, and by rules that a schema can't express. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { z } from 'zod';
import { jsonSchema, schemas, type Contents } from '../site/schema/site.ts';
import { colors, contrast, readable } from '../src/brand.ts';
import { refuseToBuild } from './command.ts';

const read = (file: string): string => readFileSync(file, 'utf8');

function pricesRule({ lowestPrice, trades }: Contents['prices']): string[] {
  return trades.flatMap(({ value, label, price }, i) => [
    ...(price < lowestPrice ? [`${label} costs less than lowestPrice.`] : []),
    ...(trades.findIndex((trade) => trade.value === value) < i
      ? [`There are two trades with the value ${value}.`]
      : []),
  ]);
}

const homeRule = ({ feedTrade }: Contents['home']): string[] =>
  existsSync(`site/industries/${feedTrade}.json`)
    ? []
    : [`feedTrade: There is no site/industries/${feedTrade}.json.`];

/** With wrong hours, no time would be business time, and no alert would report a waiting lead. */
const hoursRule = ({ opens, closes, timeZone }: Contents['hours']): string[] => [
  ...(opens < closes ? [] : ['closes: It must be later than opens. 6 PM is 18.']),
  ...(isTimeZone(timeZone) ? [] : [`timeZone: There is no time zone ${timeZone}.`]),
];

function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone }));
  } catch {
    return false;
  }
}

/** The backgrounds or texts that each color occurs with on an industry page. */
const pairs = {
  primary: ['ink'],
  primaryLight: ['ink'],
  primaryDark: ['ground', 'ticket', 'primaryLight'],
  accent: ['ground', 'ticket'],
} as const;

function industryRule({ colors: own }: Contents['industry'], file: string): string[] {
  const slug = basename(file, '.json');
  const palette = { ...colors, ...own };
  const unreadable = (Object.keys(pairs) as (keyof typeof pairs)[]).flatMap((field) =>
    pairs[field]
      .filter((other) => contrast(palette[field], palette[other]) < readable)
      .map(
        (other) =>
          `colors, ${field}: ${palette[field]} is too close to ${other} (${palette[other]}). Text needs a contrast of ${readable}:1.`,
      ),
  );
  return new RegExp(`"value"\\s*:\\s*"${RegExp.escape(slug)}"`).test(read('site/prices.json'))
    ? unreadable
    : [`It has no price. Add a trade with the value ${slug} to site/prices.json.`, ...unreadable];
}

/** The keys of a JSON schema that the check and the form at /edit read. */
export interface Schema {
  type?: string;
  description?: string;
  enum?: string[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | false;
  items?: Schema;
}

const schemaByName = new Map<string, z.ZodType>(Object.entries(schemas));

const nameFor = (file: string): string =>
  basename(dirname(file)) === 'industries' ? 'industry' : basename(file, '.json');

/** The JSON schema of a file of site/. */
export const schemaOf = (file: string) => jsonSchema.$defs[nameFor(file)] as Schema;

const within = (at: Schema | undefined, key: PropertyKey): Schema | undefined =>
  typeof key === 'number'
    ? at?.items
    : (at?.properties?.[String(key)] ?? (at?.additionalProperties || undefined));

/** Like "trades, number 3, price". */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.map((key) => (typeof key === 'number' ? `number ${key + 1}` : String(key))).join(', ');

function problemsOf(file: string, text: string): string[] {
  const schema = schemaByName.get(nameFor(file));
  if (!schema) return ['No page uses a file of this name. Remove it, or move it out of site/.'];
  // U+FFFD stands for bytes that aren't UTF-8. Pages would show a question mark.
  if (/^\uFEFF|\uFFFD/.test(text)) return ['Save it as UTF-8, without a byte order mark.'];
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return [`A comma, quote or bracket is missing or too many. ${String(error)}.`];
  }
  const { error } = schema.safeParse(data);
  if (error)
    return error.issues.map(({ path, message }) => {
      const what = message.replace(/.* received undefined$/, 'It is missing');
      const { description = '' } = path.reduce<Schema | undefined>(within, schemaOf(file)) ?? {};
      return `${placeOf(path)}: ${what}. ${description}`;
    });
  if (file.startsWith('site/industries/')) return industryRule(data as Contents['industry'], file);
  if (file === 'site/pages/home.json') return homeRule(data as Contents['home']);
  if (file === 'site/hours.json') return hoursRule(data as Contents['hours']);
  return file === 'site/prices.json' ? pricesRule(data as Contents['prices']) : [];
}

/** The problems of a file of site/, in sentences for the person who edited it. */
export const problemsIn = (file: string, text: string): string[] =>
  problemsOf(file, text).map((it) => `${file}: ${it}`);

if (import.meta.main) {
  const files = globSync('site/{,pages/,industries/}*.json').map((it) => it.replaceAll('\\', '/'));
  const found = files.map(nameFor);
  const missing = [...schemaByName.keys()].filter((it) => it !== 'industry' && !found.includes(it));
  const problems = [
    ...missing.map((part) => `${part}.json is not in site/ any more. Get it back from Git.`),
    ...files.flatMap((file) => problemsIn(file, read(file))),
  ];
  if (problems.length === 0) {
    // They read the same files, so they work only now.
    const { written } = await import('../src/copy/written.ts');
    const { lostConsents, publishedTexts, textProblems } =
      await import('./build/published-texts.ts');
    problems.push(...lostConsents(), ...(await textProblems(await publishedTexts())));
    for (const file of files) {
      try {
        written(JSON.parse(read(file)));
      } catch (error) {
        problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  refuseToBuild(problems);
}
