/** The lines of an export, one JSON object each: a header first, and the counts last. */
import * as z from 'zod/mini';
import {
  isDocumentId,
  recordSchema,
  rightsNoticeSchema,
  tombstoneSchema,
} from '../../functions/store/record.ts';
import { withoutEarlierStates, withWayToOptOut } from '../../functions/store/earlier-states.ts';
import {
  damagedSchema,
  isKept,
  keptId,
  optOutSchema,
  roleId,
  roleSchema,
  spentSchema,
} from '../../functions/store/kept.ts';
import { auditEntrySchema, type AuditEntry } from '../../src/shared/audit.ts';
import { canonical, isObject } from '../../src/shared/json.ts';
import { ensure, StartError } from '../command.ts';

/** How many items are in memory at once. */
export const pageSize = 250;

const headerSchema = z.object({
  kind: z.literal('header'),
  format: z.literal('leadwright'),
  /** Raised when an older program would misread the file. */
  version: z.literal([1, 2, 3]),
  /** The store that it was made from. */
  from: z.string(),
  /** Fingerprint of the PRIVACY_KEY of the do-not-contact list, if there is one. */
  key: z.optional(z.string()),
  /** Older exports say when they began. */
  begun: z.optional(z.iso.datetime()),
});

const submissionSchema = z.extend(recordSchema, {
  /** Delivery continues the count of tries, so it must be a valid count. */
  tries: z.int().check(z.nonnegative()),
  /** Older exports have it. Nothing uses it any more. */
  certified: z.optional(z.number()),
});

const optOutLineSchema = z.extend(optOutSchema, {
  /** Older exports have these, and the fingerprint of the key in each line. */
  asked: z.optional(z.array(z.object({ entry: z.string(), by: z.string() }))),
  key: z.optional(z.string()),
});

const entrySchema = z.extend(auditEntrySchema, {
  /** Older exports have these. Nothing uses them any more. */
  number: z.optional(z.number()),
  previous: z.optional(z.string()),
  hash: z.optional(z.string()),
});

const itemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('submission'), submission: submissionSchema }),
  z.object({
    kind: z.literal('tombstone'),
    tombstone: tombstoneSchema,
    /** Older exports mark the leads that were erased while they ran. */
    late: z.optional(z.literal(true)),
  }),
  roleSchema,
  /** An entry of the audit log. Older exports tell apart those that an import had brought. */
  z.object({ kind: z.literal(['action', 'imported']), entry: entrySchema }),
  optOutLineSchema,
  rightsNoticeSchema,
  spentSchema,
  damagedSchema,
]);

export type Item = z.infer<typeof itemSchema>;

export const itemKinds = itemSchema.def.options.flatMap((it) => it.shape.kind.def.values);

export type Counts = Record<Item['kind'], number>;

const lineSchema = z.discriminatedUnion('kind', [
  headerSchema,
  ...itemSchema.def.options,
  z.object({
    kind: z.literal('end'),
    /** An export from before the do-not-contact list doesn't count its lines. */
    counts: z.partialRecord(z.enum(itemKinds), z.number()),
  }),
]);

export type Line = z.infer<typeof lineSchema>;

export const headerOf = (from: string, key?: string): Line => ({
  kind: 'header',
  format: 'leadwright',
  version: 3,
  from,
  ...(key !== undefined && { key }),
});

export const emptyCounts = (): Counts =>
  Object.fromEntries(itemKinds.map((kind) => [kind, 0])) as Counts;

export const total = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export const textOf = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws why it can't be read. That names the field, never its value, which may be personal. */
export function parseLine(bytes: Buffer): Line {
  const value = withStatesOfToday(JSON.parse(utf8.decode(bytes)));
  const { success, data, error } = lineSchema.safeParse(value);
  if (!success) {
    const path = error.issues[0]?.path.join('.');
    throw new StartError(path ? `${path} is not valid` : 'it is not a line of an export');
  }
  // Zod drops fields that it doesn't know, and a transfer must not lose any.
  ensure(canonical(data) === canonical(value), 'it has fields that this version does not know');
  ensure(idsOf(data).every(isDocumentId), "its id can't be stored");
  return data;
}

/** Older exports have leads in states that are no more. */
function withStatesOfToday(line: unknown): unknown {
  if (!isObject(line)) return line;
  // How somebody opted out is known from who asked.
  if (line['kind'] === 'opt-out') return { ...line, ...(withWayToOptOut(line) as object) };
  if (line['kind'] !== 'submission') return line;
  return { ...line, submission: withoutEarlierStates(line['submission']) };
}

/** The entry of the audit log in a line, without what only older ones have. */
export function entryIn(line: Line): AuditEntry | undefined {
  return 'entry' in line ? auditEntrySchema.parse(line.entry) : undefined;
}

/** The ids under which the line's item is stored or named. */
function idsOf(line: Line): string[] {
  if (isKept(line)) return [keptId(line)];
  if (line.kind === 'role') return [line.user_id, roleId(line)];
  if ('entry' in line) return [line.entry.id];
  return line.kind === 'damaged' || line.kind === 'notice' ? [line.id] : [];
}
