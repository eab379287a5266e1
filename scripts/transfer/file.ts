/** The format of an export: a header, one line of JSON for each record, and a last line with their number. */
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import {
  withoutEarlierKind,
  withoutEarlierStates,
  withWayToOptOut,
} from '../../functions/store/earlier-states.ts';
import {
  damagedSchema,
  optOutSchema,
  roleId,
  roleSchema,
  spentSchema,
} from '../../functions/store/collections.ts';
import { rightsSchema } from '../../functions/store/outbox-entry.ts';
import { isDocumentId, recordSchema, tombstoneSchema } from '../../functions/store/record.ts';
import { auditEntrySchema } from '../../src/shared/audit.ts';
import { counted } from '../../src/copy/counted.ts';
import { canonical, isObject, jsonIn } from '../../src/shared/json.ts';
import { ensure, StartError } from '../command.ts';

/** Increased when a record gets a field that an older program would drop, or a meaning that it would misread. */
const currentVersion = 4;

const headerSchema = z.object({
  kind: z.literal('header'),
  format: z.literal('leadwright'),
  version: z.int(),
  /** The store that was exported. */
  from: z.string(),
  /** When the export began. */
  made: z.optional(z.iso.datetime()),
  /** Fingerprint of the PRIVACY_KEY of the hashes. Null without a key, missing before version 4. */
  key: z.optional(z.nullable(z.string())),
});

/** Firestore has the strictest rules for ids. SQLite would store `a/b/c`, but Firestore would not find it. */
const id = z.string().check(z.refine(isDocumentId));

const itemSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('submission'),
    // Delivery adds to `tries`, so it must be a valid count.
    submission: z.extend(recordSchema, { id, tries: z.int().check(z.nonnegative()) }),
  }),
  z.object({ kind: z.literal('tombstone'), tombstone: z.extend(tombstoneSchema, { id }) }),
  roleSchema.check(z.refine((role) => isDocumentId(roleId(role)))),
  z.object({ kind: z.literal('action'), entry: z.extend(auditEntrySchema, { id }) }),
  // Before version 4, each opt-out had the fingerprint of its key.
  z.extend(optOutSchema, { key: z.optional(z.string()) }),
  z.extend(rightsSchema, { id }),
  spentSchema,
  damagedSchema,
]);

export type Item = z.infer<typeof itemSchema>;

const endSchema = z.union([
  z.object({ kind: z.literal('end'), lines: z.int() }),
  // Before version 4
  z.object({ kind: z.literal('end'), counts: z.record(z.string(), z.int()) }),
]);

export const headerOf = (from: string, key: string | undefined) => ({
  kind: 'header' as const,
  format: 'leadwright' as const,
  version: currentVersion,
  from,
  made: new Date().toISOString(),
  key: key ?? null,
});

export const endOf = (lines: number) => ({ kind: 'end' as const, lines });

export type Line = z.infer<typeof headerSchema> | Item | ReturnType<typeof endOf>;

export const textOf = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

export interface Export {
  items: Item[];
  /** Number of test leads. Older exports have them; they aren't stored any more. */
  tests: number;
  /** Fingerprints of the privacy keys of the hashes. */
  keys: Set<string>;
  /** The file has opt-outs, but no fingerprint of their key. */
  isKeyUnknown: boolean;
}

const hint = 'Get the whole file, unpacked and as export wrote it, or export again.';

export async function readExport(name: string): Promise<Export> {
  const bytes = await readFile(name).catch((cause: unknown) => {
    throw new StartError(`${(cause as Error).message}. Name the file of an export.`, { cause });
  });
  return parseExport(bytes, name);
}

/** Reads the whole file before anything is stored: the last lines list erasures and the number of records. */
export function parseExport(bytes: Buffer, file: string): Export {
  ensure(isUtf8(bytes), `${file} can't be read: it is not UTF-8 text. Nothing was stored. ${hint}`);
  // The text after the last line break is empty, or a line that was cut off.
  const lines = bytes.toString().split('\n').slice(0, -1);
  ensure(
    lines.length > 0,
    `${file} is empty, or was cut off in its first line. Nothing was stored. ${hint}`,
  );
  const header = numbered(1, file, () => headerIn(lines[0] ?? ''));
  ensure(
    header.version <= currentVersion,
    `${file} was written by a newer version of this site (format ${header.version}; this version reads up to ${currentVersion}). Nothing was stored. Update this site, then import again.`,
  );
  const end = endSchema.safeParse(jsonIn(lines.at(-1) ?? '')).data;
  const read = lines
    .slice(1, end && -1)
    .map((line, i) => numbered(i + 2, file, () => itemIn(line, header.version)));
  const missing = 'the missing ones may say who was erased or must not be contacted';
  ensure(
    end,
    `${file} ends in the middle: it has ${counted(read.length, 'record', 'records')}, and its last line is missing. Nothing was stored, because ${missing}. ${hint}`,
  );
  const written = 'lines' in end ? end.lines : sum(Object.values(end.counts));
  ensure(
    read.length === written,
    `${file} has ${read.length} of the ${written} records that were written into it. Nothing was stored, because ${missing}. ${hint}`,
  );
  const items = read.filter((item) => item !== 'test');
  const optOuts = items.filter((item) => item.kind === 'opt-out');
  const keys = new Set(
    [header, ...optOuts].flatMap(({ key }) => (typeof key === 'string' ? key : [])),
  );
  return {
    items,
    tests: read.length - items.length,
    keys,
    isKeyUnknown: optOuts.length > 0 && keys.size === 0,
  };
}

/** Errors have the number of the line, but never quote it: it may have personal data. */
function numbered<T>(number: number, file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    // Messages of other errors may quote the line.
    const why = cause instanceof StartError ? cause.message : 'it is not a line of an export';
    throw new StartError(
      `Line ${number} of ${file} can't be read: ${why}. Nothing was stored. ${hint}`,
      { cause },
    );
  }
}

const headerIn = (line: string) => valid(headerSchema.safeParse(JSON.parse(line)));

function itemIn(line: string, version: number): Item | 'test' {
  const value = inCurrentFormat(JSON.parse(line));
  if (value === 'test') return value;
  const item = valid(itemSchema.safeParse(value));
  // Zod drops unknown fields. In older versions, these are fields that have no use any more.
  const isWhole = version < currentVersion || canonical(item) === canonical(value);
  ensure(isWhole, 'it has fields that this version does not know');
  return item;
}

function inCurrentFormat(line: unknown): unknown {
  if (!isObject(line)) return line;
  const { kind, submission } = line;
  if (kind === 'imported') return { ...line, kind: 'action' };
  // Keep `key`, which withWayToOptOut drops: it is the fingerprint of the hash's key.
  if (kind === 'opt-out')
    return { ...(withWayToOptOut(line) as object), ...('key' in line && { key: line['key'] }) };
  if (kind !== 'submission' || !isObject(submission)) return withoutEarlierKind(line);
  const isTest = submission['test'] === true || submission['canary'] === true;
  return isTest ? 'test' : { ...line, submission: withoutEarlierStates(submission) };
}

/** Throws the name of the wrong field, but never its value. */
function valid<T>({ data, error }: z.core.util.SafeParseResult<T>): T {
  if (data !== undefined) return data;
  const path = error?.issues[0]?.path.join('.');
  throw new StartError(path ? `${path} is not valid` : 'it is not a line of an export');
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const nouns: Record<Item['kind'], [one: string, many: string]> = {
  submission: ['lead', 'leads'],
  tombstone: ['tombstone', 'tombstones'],
  role: ['role', 'roles'],
  action: ['audit entry', 'audit entries'],
  'opt-out': ['opt-out', 'opt-outs'],
  rights: ['rights message', 'rights messages'],
  spent: ['month of ad costs', 'months of ad costs'],
  damaged: ['damaged record', 'damaged records'],
};

/** Counts by kind. toString() gives "2 leads, 1 opt-out". */
export class Tally {
  readonly #counts = new Map<Item['kind'], number>();

  count(kind: Item['kind'], more = 1): void {
    this.#counts.set(kind, this.of(kind) + more);
  }

  of(kind: Item['kind']): number {
    return this.#counts.get(kind) ?? 0;
  }

  toString(): string {
    const kinds = (Object.keys(nouns) as Item['kind'][]).filter((kind) => this.of(kind) > 0);
    return kinds.map((kind) => counted(this.of(kind), ...nouns[kind])).join(', ') || 'nothing';
  }
}
