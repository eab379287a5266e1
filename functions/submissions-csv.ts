import { AsyncLocalStorage } from 'node:async_hooks';
import { ReadableStream } from 'node:stream/web';
import { pageLimit } from '../src/shared/api.ts';
import { actorOf, record } from './audit-log.ts';
import { forAdmins } from './auth/admins.ts';
import { csvHead, csvRow } from './csv.ts';
import type { World } from './deps.ts';
import { fault } from './fault.ts';
import { respond } from './http/answer.ts';
import { readFilter } from './list-query.ts';
import { toItem } from './store/record.ts';
import type { Filter, Place, Store } from './store/store.ts';

/** All of the list that the filter leaves, a page in memory at a time. */
export const submissionsCsv = forAdmins(['GET'], async ({ url }, deps, admin) => {
  const filter = readFilter(url);
  const lines = csvOf(await deps.store(), filter);
  // The store is asked before the status is sent: a failure is still an honest 503.
  const first = await lines.next();
  await record({ action: 'exported', filter: auditedFilter(filter) }, actorOf(admin), deps);
  const text = ReadableStream.from(following(first, lines, deps.log)) as globalThis.ReadableStream;
  const day = deps.now().toISOString().slice(0, 10);
  return respond(200, text, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="submissions-${day}.csv"`,
  });
});

/** Which part of the list it was. What was searched for may be somebody's name. */
const auditedFilter = ({ words, industry, delivery }: Filter) => ({
  searched: words.length > 0,
  industry: industry ?? null,
  delivery: delivery ?? null,
});

async function* csvOf(store: Store, filter: Filter): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  // Most pages are read when the call is over: what the store logs of them is still of this call.
  const inThisCall = AsyncLocalStorage.snapshot();
  let after: Place | undefined;
  let head = csvHead;
  do {
    const query = { filter, limit: pageLimit.most, after };
    const page = await inThisCall(() => store.page(query));
    yield encoder.encode(head + page.records.map((record) => csvRow(toItem(record))).join(''));
    head = '';
    after = page.next;
  } while (after);
}

async function* following<T>(
  first: IteratorResult<T, unknown>,
  rest: AsyncGenerator<T>,
  log: World['log'],
): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  try {
    yield* rest;
  } catch (error) {
    // The status is sent: all that is left is to break off, and to say why where it can be read.
    log(fault('export broken off', error));
    throw error;
  }
}
