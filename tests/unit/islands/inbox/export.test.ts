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
  const asked: string[] = [];
  const shown: (number | undefined)[] = [];
  const saved: Blob[] = [];
  const toasts: Toast[] = [];
  const ask: Ask = (path, { signal } = {}) => {
    asked.push(path);
    signal?.throwIfAborted();
    return (answers.shift() ?? failing('broken'))();
  };
  const it = createExport({
    client: quickClient(),
    ask,
    toast: (toast) => void toasts.push(toast),
    now: () => Date.parse('2026-11-21T18:00:00Z'),
    save: (file) => void saved.push(file),
  });
  it.$rows.listen((rows) => void shown.push(rows));
  return { ...it, asked, shown, saved, toasts };
}

test('an export joins its parts in order and counts the leads as they arrive', async () => {
  const it = anExport(first, second, last);
  await it.run({ ...noFilter, from: '2026-11-01' });
  expect(it.asked).toEqual([
    '/api/submissions.csv?from=2026-11-01&limit=2000',
    '/api/submissions.csv?from=2026-11-01&cursor=two&limit=2000',
    '/api/submissions.csv?from=2026-11-01&cursor=three&limit=2000',
  ]);
  expect(it.shown).toEqual([0, 2, 3, undefined]);
  expect(await it.saved[0]?.text()).toBe(
    'id,message\r\na,"two\r\nlines"\r\nb,\r\nc,"say ""hi""\r\n"\r\n',
  );
  expect(it.toasts).toEqual([{ title: 'Saved submissions-2026-11-21.csv' }]);
});

test('an export fetches a truncated part again and writes no row twice', async () => {
  const it = anExport(first, part('c,"say'), failing('unreachable'), second, last);
  await it.run(noFilter);
  expect((await it.saved[0]?.text())?.match(/^c,/gm)).toHaveLength(1);
});

test.each([
  ['ended', /session has ended/],
  ['denied', /no longer an admin/],
  ['refused', /Reload the page/],
  ['broken', /server failed/],
  ['unreachable', /connection was lost/],
] as const)('an export that fails halfway (%s) saves nothing and says why', async (why, words) => {
  const fail = failing(why);
  const it = anExport(first, fail, fail, fail, fail);
  await it.run(noFilter);
  expect(it.saved).toEqual([]);
  expect(it.toasts).toMatchObject([{ title: 'Export failed', destructive: true }]);
  expect(it.toasts[0]?.description).toMatch(words);
  expect(it.toasts[0]?.description).toMatch(/No file was saved\.$/);
  expect(it.$rows.get()).toBeUndefined();
});

test('an export without leads saves no file and says so', async () => {
  const it = anExport(part('id,message\r\n'));
  await it.run(noFilter);
  expect(it.saved).toEqual([]);
  expect(it.toasts).toEqual([{ title: 'There is nothing to export' }]);
});

test('a canceled export saves no file', async () => {
  const it = anExport(first, second, last);
  const unlisten = it.$rows.listen((rows) => {
    if (rows === 2) it.cancel();
  });
  await it.run(noFilter);
  expect(it.saved).toEqual([]);
  expect(it.asked).toHaveLength(2);
  expect(it.toasts).toEqual([{ title: 'Export canceled', description: 'No file was saved.' }]);
  unlisten();
});
