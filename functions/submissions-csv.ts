import { ReadableStream } from 'node:stream/web';
import { pageLimit } from '../src/shared/api.ts';
import { forAdmins } from './auth/admins.ts';
import { csvHead, csvRow } from './csv.ts';
import { respond } from './http/answer.ts';
import { readFilter } from './list-query.ts';
import { toItem } from './store/record.ts';
import type { Filter, Place, Store } from './store/store.ts';

/** All of the list that the filter leaves, a page in memory at a time. */
export const submissionsCsv = forAdmins(['GET'], async ({ url }, { store, now }) => {
  const lines = csvOf(await store(), readFilter(url));
  // The store is asked before the status is sent: a failure is still an honest 503.
  const first = await lines.next();
  const text = ReadableStream.from(following(first, lines)) as globalThis.ReadableStream;
  const day = now().toISOString().slice(0, 10);
  return respond(200, text, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="submissions-${day}.csv"`,
  });
});

async function* csvOf(store: Store, filter: Filter): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let after: Place | undefined;
  let head = csvHead;
  do {
    const page = await store.page({ filter, limit: pageLimit.most, after });
    yield encoder.encode(head + page.records.map((record) => csvRow(toItem(record))).join(''));
    head = '';
    after = page.next;
  } while (after);
}

async function* following<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
