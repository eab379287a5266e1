/** The inbox's tests have a server that answers from an array. It must answer as the real one does. */
import { describe, expect, test } from 'vitest';
import { answerSubmission, archiveSubmission } from '../../../functions/inbox/answer.ts';
import { submissions } from '../../../functions/inbox/list.ts';
import { toItem } from '../../../functions/store/record.ts';
import { access } from '../../../functions/auth/admins.ts';
import { api } from '../../../src/shared/api.ts';
import { aRecord } from '../../support/builders/record.ts';
import { bearer, get, origin, post } from '../../support/builders/requests.ts';
import { answerTo, leads } from '../../support/pages/fake-inbox.ts';
import { aWorld } from '../../support/worlds/world.ts';

const newest = Date.parse('2026-03-01T12:00:00Z');
const admin = 'admin@example.com';
const held = { state: 'held' as const, reasons: ['too_fast'] };
const spring = { utm_campaign: 'spring' };

/** Every kind of lead that a view may have or leave out. */
const records = leads(120, newest).map((it, i) =>
  aRecord({
    ...it,
    answered: i % 3 === 0 ? null : { at: it.created_at, by: admin },
    archived: i % 7 === 6,
    ...(i % 10 === 4 && { delivery: held }),
    ...(i % 8 === 2 && { attribution: spring }),
  }),
);
const [first] = records as [(typeof records)[number]];

const handlers = {
  [api.access]: access,
  [api.submissions]: submissions,
  [api.answerSubmission]: answerSubmission,
  [api.archiveSubmission]: archiveSubmission,
};

async function bothServers() {
  const world = aWorld({ now: () => new Date(newest) });
  const token = bearer(await world.signIn({ admin: true, email: admin }));
  await world.store.keep(records.map((submission) => ({ kind: 'submission', submission })));
  const inbox = { rows: records.map(toItem) };

  const real = async (path: string, json?: object, tag?: string) => {
    const headers = { ...token, ...(tag !== undefined && { 'if-none-match': tag }) };
    const request = json ? post(path, json, headers) : get(path, headers);
    const handler = handlers[new URL(request.url).pathname as keyof typeof handlers];
    const response = await handler(request, world.deps);
    const body: unknown = response.status === 304 ? null : await response.json();
    return { status: response.status, json: body, etag: response.headers.get('etag') ?? undefined };
  };
  const fake = (path: string, json?: object, tag?: string) =>
    answerTo(inbox, new URL(path, origin), json, tag);
  return { real, fake, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** What a page of the inbox reads. Cursors, tags and times of answers are each server's own. */
const comparable = ({ status, json, etag }: { status: number; json: unknown; etag?: unknown }) => ({
  status,
  etag: typeof etag,
  body: JSON.parse(
    JSON.stringify(json, (key, value: unknown) =>
      key === 'next_cursor' || (key === 'at' && json !== null && 'answered' in (json as object))
        ? typeof value
        : value,
    ),
  ) as unknown,
});

const cursorIn = ({ json }: { json: unknown }) =>
  (json as { next_cursor: string | null }).next_cursor;

describe('the tests’ server answers as the real one does', () => {
  test.each([
    '',
    'limit=3',
    'delivery=held',
    'answered=no',
    'archived=yes',
    'industry=roofing',
    'campaign=spring',
    'q=lopez',
    `q=${first.id}`,
    'from=2026-02-27&to=2026-02-28',
    'answered=no&industry=hvac&from=2026-02-27',
  ])('to a list of %j, page after page', async (query) => {
    await using it = await bothServers();
    const pathOf = (cursor?: string | null) =>
      `${api.submissions}?${query}${cursor == null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    let [real, fake] = [await it.real(pathOf()), it.fake(pathOf())];
    expect(comparable(fake)).toEqual(comparable(real));
    for (let page = 0; page < 4 && cursorIn(real) !== null; page += 1) {
      [real, fake] = [await it.real(pathOf(cursorIn(real))), it.fake(pathOf(cursorIn(fake)))];
      expect(comparable(fake)).toEqual(comparable(real));
    }
  });

  test('to a look with a tag, before and after a change', async () => {
    await using it = await bothServers();
    const path = `${api.submissions}?limit=50`;
    const [real, fake] = [await it.real(path), it.fake(path)];
    const again = async () =>
      [await it.real(path, undefined, real.etag), it.fake(path, undefined, fake.etag)] as const;
    const [same, alsoSame] = await again();
    expect([same.status, alsoSame.status]).toEqual([304, 304]);
    const archive = { submissionId: first.id, archived: true };
    await it.real(api.archiveSubmission, archive);
    it.fake(api.archiveSubmission, archive);
    const [changed, alsoChanged] = await again();
    expect(comparable(alsoChanged)).toEqual(comparable(changed));
    expect(changed.status).toBe(200);
  });

  test.each([
    [api.access, undefined],
    [api.answerSubmission, { submissionId: first.id, answered: true }],
    [api.answerSubmission, { submissionId: records[1]?.id, answered: true }],
    [api.answerSubmission, { submissionId: records[1]?.id, answered: false }],
    [api.answerSubmission, { submissionId: 'nobody', answered: true }],
    [api.archiveSubmission, { submissionId: first.id, archived: true }],
    [api.archiveSubmission, { submissionId: first.id, archived: false }],
    [api.archiveSubmission, { submissionId: 'nobody', archived: true }],
  ])('to %s with %j', async (path, json) => {
    await using it = await bothServers();
    expect(comparable(it.fake(path, json))).toEqual(comparable(await it.real(path, json)));
  });
});
