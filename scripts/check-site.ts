/** Checks what an owner writes in site/ before anything is built with it: against its schemas, and what no schema knows. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as z from 'zod';

/** What is read here of a JSON schema. */
interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | false;
  items?: Schema;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** What a file should have at a place, in the words of its schema. */
function wantedAt(root: Schema, path: readonly PropertyKey[]): string {
  let at: Schema | undefined = root;
  for (const key of path) {
    const named: Schema | false | undefined =
      typeof key === 'number'
        ? at?.items
        : (at?.properties?.[String(key)] ?? at?.additionalProperties);
    at = named || undefined;
    if (at?.$ref) at = { ...root.$defs?.[basename(at.$ref)], ...at };
  }
  return at?.description ? ` ${at.description}` : '';
}

/** Like "trades, number 3, price". */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.map((it) => (typeof it === 'number' ? `number ${it + 1}` : String(it))).join(', ');

const { prices, claims } = {
  prices: z.object({
    lowestPrice: z.number(),
    trades: z.array(z.object({ value: z.string(), label: z.string(), price: z.number() })),
  }),
  claims: z.object({
    claims: z.record(
      z.string(),
      z.object({ figure: z.string(), on: z.array(z.string()), until: z.string() }),
    ),
  }),
};

/** A problem in a sentence for whoever edited the file. */
const rules: Readonly<Record<string, (data: unknown, today: string) => string[]>> = {
  'prices.json': (data) => {
    const { lowestPrice, trades } = prices.parse(data);
    return trades.flatMap(({ value, label, price }, i) => [
      ...(price < lowestPrice ? [`${label} costs less than lowestPrice.`] : []),
      ...(trades.findIndex((it) => it.value === value) < i
        ? [`There are two trades with the value ${value}.`]
        : []),
    ]);
  },
  'claims.json': (data, today) =>
    Object.values(claims.parse(data).claims)
      .filter(({ until }) => until < today)
      .map(
        ({ figure, on, until }) =>
          `“${figure}” (on ${on.join(', ')}) was good until ${until}. If it still holds, write a new day into its "until"; if it doesn't, change it.`,
      ),
};

/** What is wrong with a file of site/, in sentences. */
export function problemsIn(file: string, text: string, schema: string, today: string): string[] {
  const problems = (): string[] => {
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch (error) {
      return [`A comma, quote or bracket is missing or too many. ${String(error)}.`];
    }
    const root = JSON.parse(schema) as Schema;
    const { error } = z.fromJSONSchema(root as z.core.JSONSchema.JSONSchema).safeParse(data);
    if (!error) return rules[basename(file)]?.(data, today) ?? [];
    return error.issues.map(({ path, message }) => {
      const what = message.replace(/.* received undefined$/, 'It is missing');
      return `${placeOf(path)}: ${what}.${wantedAt(root, path)}`;
    });
  };
  return problems().map((it) => `${file}: ${it}`);
}

if (import.meta.main) {
  const today = new Date().toISOString().slice(0, 10);
  const problems = globSync('site/*.json').flatMap((file) =>
    problemsIn(
      file,
      readFileSync(file, 'utf8'),
      readFileSync(`site/schema/${basename(file)}`, 'utf8'),
      today,
    ),
  );
  if (problems.length > 0) {
    console.error(
      `The site was not built. Nothing that visitors see has changed.\n${problems.join('\n')}`,
    );
    process.exit(1);
  }
}
