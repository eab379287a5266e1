import type { Log } from '../log/log.ts';
import { recordSchema, type SubmissionRecord } from './record.ts';

/** Something else than this program wrote here: what is stored is not a submission. */
export class DamagedRecord extends Error {
  override name = 'DamagedRecord';
  readonly id: string;

  constructor(id: string, cause: unknown) {
    super(`What is stored as submission ${id} can't be read as one`, { cause });
    this.id = id;
  }
}

/** Reads what an engine has under this id. */
export function readRecord(id: string, stored: unknown): SubmissionRecord {
  const { data, error } = recordSchema.safeParse(stored);
  if (data?.id !== id) throw new DamagedRecord(id, error);
  return data;
}

/** Reads the rows that follow this one, or the first ones. */
export type RowsAfter<Row> = (last: Row | undefined, count: number) => Promise<Row[]>;

/** Reads `count` records where there are so many: a damaged one must not hide the others. */
export async function readPastDamaged<Row>(
  count: number,
  rowsAfter: RowsAfter<Row>,
  toRecord: (row: Row) => SubmissionRecord,
  log: Log,
): Promise<SubmissionRecord[]> {
  const records: SubmissionRecord[] = [];
  let last: Row | undefined;
  for (;;) {
    const missing = count - records.length;
    const rows = await rowsAfter(last, missing);
    records.push(...rows.flatMap((row) => legible(() => toRecord(row), log)));
    last = rows.at(-1);
    if (rows.length < missing || records.length >= count) return records;
  }
}

function legible(read: () => SubmissionRecord, log: Log): SubmissionRecord[] {
  try {
    return [read()];
  } catch (error) {
    if (!(error instanceof DamagedRecord)) throw error;
    log({ event: 'damaged-record', id: error.id });
    return [];
  }
}
