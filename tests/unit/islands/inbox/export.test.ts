import { expect, test } from 'vitest';
import { quickClient } from '../../../support/worlds/inbox-world.ts';
import { AskError, type Ask } from '../../../../src/islands/staff/ask.ts';
import { createExport } from '../../../../src/islands/inbox/export.ts';
import { noFilter } from '../../../../src/islands/inbox/filters/filter.ts';
import type { Toast } from '../../../../src/browser/toasts.ts';

const part = (text: string, next?: string) => () =>
  Promise.resolve(new Response(text, { headers: next ? { 'x-next-cursor': next } : {} }));
const failing = (why: AskError['why']) => () => Promise.reject(new AskError(why));

const first = part('id,message\r\na,"two\r\nlines"\r\nb,\r\n', 'two');
const second = part('c,"say ""hi""\r\n"\r\n', 'three');
const last = part('');

/** Answers in this order and records the requests, messages and saved files. */
function anExport(...answers: (() => Promise<Response>)[]) {
  const requests: string[] = [];
  const shown: (number | undefined)[] = [];
  const saved: Blob[] = [];
  const toasts: Toast[] = [];
  const ask: Ask = (path, { signal } = {}) => {
    requests.push(path);
    signal?.throwIfAborted();
    return (answers.shift() ?? failing('broken'))();
  };
  const download = createExport({
    client: quickClient(),
    ask,
    toast: (toast) => void toasts.push(toast),
    now: () => Date.parse('2026-11-21T18:00:00Z'),
    save: (file) => void saved.push(file),
  });
  download.$rows.listen((rows) => void shown.push(rows));
  return { ...download, asked: requests, shown, saved, toasts };
}

test('an export joins its parts in order and counts the leads as they arrive', async () => {
  const download = anExport(first, second, last);
  await download.run({ ...noFilter, from: '2026-11-01' });
  expect(download.asked).toEqual([
    '/api/submissions.csv?from=2026-11-01&limit=2000',
    '/api/submissions.csv?from=2026-11-01&cursor=two&limit=2000',
    '/api/submissions.csv?from=2026-11-01&cursor=three&limit=2000',
  ]);
  expect(download.shown).toEqual([0, 2, 3, undefined]);
  expect(await download.saved[0]?.text()).toBe(
    'id,message\r\na,"two\r\nlines"\r\nb,\r\nc,"say ""hi""\r\n"\r\n',
  );
  expect(download.toasts).toEqual([{ title: 'Saved submissions-2026-11-21.csv' }]);
});

test('an export fetches a truncated part again and writes no row twice', async () => {
  const download = anExport(first, part('c,"say'), failing('unreachable'), second, last);
  await download.run(noFilter);
  expect((await download.saved[0]?.text())?.match(/^c,/gm)).toHaveLength(1);
});

test.each([
  ['ended', /session has ended/],
  ['denied', /no longer an admin/],
  ['refused', /Reload the page/],
  ['broken', /server failed/],
  ['unreachable', /connection was lost/],
] as const)('an export that fails halfway (%s) saves nothing and says why', async (why, words) => {
  const fail = failing(why);
  const download = anExport(first, fail, fail, fail, fail);
  await download.run(noFilter);
  expect(download.saved).toEqual([]);
  expect(download.toasts).toMatchObject([{ title: 'Export failed', destructive: true }]);
  expect(download.toasts[0]?.description).toMatch(words);
  expect(download.toasts[0]?.description).toMatch(/No file was saved\.$/);
  expect(download.$rows.get()).toBeUndefined();
});

test('an export without leads saves no file and says so', async () => {
  const download = anExport(part('id,message\r\n'));
  await download.run(noFilter);
  expect(download.saved).toEqual([]);
  expect(download.toasts).toEqual([{ title: 'There is nothing to export' }]);
});

test('a canceled export saves no file', async () => {
  const download = anExport(first, second, last);
  const unlisten = download.$rows.listen((rows) => {
    if (rows === 2) download.cancel();
  });
  await download.run(noFilter);
  expect(download.saved).toEqual([]);
  expect(download.asked).toHaveLength(2);
  expect(download.toasts).toEqual([
    { title: 'Export canceled', description: 'No file was saved.' },
  ]);
  unlisten();
});
