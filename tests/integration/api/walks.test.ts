/** The whole way of a lead; and of a dispute, which staff must see and nothing may take for a lead. */
import { expect, test } from 'vitest';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { answerPublic } from '../../../functions/public.ts';
import { staff } from '../../../functions/staff.ts';
import { api } from '../../../src/shared/api.ts';
import type { SubmissionsPage } from '../../../src/shared/submission.ts';
import { readCsv } from '../../support/builders/csv-reader.ts';
import { bearer, get, post, postForm } from '../../support/builders/requests.ts';
import { aReceiver, onEachEngine, type MakeEngine } from '../../support/worlds/each-engine.ts';
import { callsOn, dana, personWorld } from '../../support/worlds/person-world.ts';
import { webhookAt } from '../../support/worlds/world.ts';

/** A Tuesday at three in the company's time zone, and the next business day at nine. */
const tuesday = '2026-11-24T21:00:00.000Z';
const wednesdayAtNine = '2026-11-25T15:00:00.000Z';

async function siteOn(makeEngine: MakeEngine, now: () => Date) {
  const receiver = await aReceiver();
  const store = (await makeEngine()).open();
  await store.grantRole('ada', 'admin');
  return { receiver, store, ...callsOn(store, { webhook: webhookAt(receiver.url), now }) };
}

onEachEngine((makeEngine) => {
  test('a lead comes, is called, comes back at its time, is won, pays back, and is forgotten', async () => {
    let now = new Date(tuesday);
    const site = await siteOn(makeEngine, () => now);
    const { receiver, store, world, send, erase, entries } = site;
    const ask = async (request: Request) => {
      const response = await staff(request, world);
      expect(response.status).toBe(200);
      return response.text();
    };
    const read = (path: string) => ask(get(path, bearer('token')));
    const json = async (path: string) => JSON.parse(await read(path)) as Record<string, unknown>;
    const { id: submissionId } = await send({ attribution: { gclid: 'EAIaIQob' } });
    const note = (path: string, body: object) =>
      ask(post(path, { submissionId, ...body }, bearer('token')));
    const inbox = async () => {
      const { waiting, due } = await json(api.submissions);
      return { waiting, due: (due as { id: string }[]).map(({ id }) => id) };
    };

    expect(await inbox()).toEqual({ waiting: 1, due: [] });
    await note(api.answerSubmission, { answered: true });
    await note(api.callBack, { at: wednesdayAtNine });
    expect(await inbox()).toEqual({ waiting: 0, due: [] });
    now = new Date(wednesdayAtNine);
    expect(await inbox()).toEqual({ waiting: 1, due: [submissionId] });
    await note(api.note, { text: 'Wants ten leads, no ladders' });
    await note(api.outcome, { outcome: 'won', amount: 8642097 });
    expect(await inbox()).toEqual({ waiting: 0, due: [] });

    const report = async () => (await json(`${api.report}?month=2026-11`))['total'];
    expect(await report()).toMatchObject({ leads: 1, soon: 1, won: 1, amount: 8642097 });
    const [head = [], row = []] = readCsv(await read(api.submissionsCsv));
    const cell = (name: string) => row[head.indexOf(name)];
    expect(['outcome', 'amount', 'outcome_by'].map(cell)).toEqual([
      'won',
      '8642097',
      'ada@example.com',
    ]);
    expect(cell('notes')).toContain('Wants ten leads, no ladders');
    const file = await read(`${api.adsExport}?for=google&month=2026-11`);
    expect(file).toContain('EAIaIQob');
    expect(file).toContain('8642097');

    expect(await erase({ email: 'dana@example.com', count: 1 })).toMatchObject({ status: 200 });
    expect(await report()).toMatchObject({ leads: 1, soon: 1, won: 1, amount: 0 });
    const left = [
      await store.tombstone(submissionId),
      await entries(),
      await read(api.submissionsCsv),
      await read(`${api.adsExport}?for=google&month=2026-11&again=yes`),
    ];
    expect(JSON.stringify(left)).not.toMatch(/8642097|ladders|EAIaIQob|dana@/);
    expect(JSON.stringify(receiver.arrivals)).not.toMatch(/8642097|ladders|outcome|call_back/);
  });
});

const fields = {
  ...dana,
  name: 'Dana Roe',
  company: 'Roe Roofing',
  industry: 'roofing',
  message: 'Lee Park, November 3: the number belongs to a bakery.',
};

const asking = (sent: Record<string, string>) => postForm(sent, {}, api.dispute);

onEachEngine((makeEngine) => {
  test('a dispute is stored once, has a view of its own, and is no lead in any count, report, export or delivery', async () => {
    let minute = 0;
    const now = () => new Date(Date.UTC(2026, 10, 24, 21, (minute += 1)));
    const { receiver, world, send, resend, erase, ask } = await siteOn(makeEngine, now);
    const read = async (path: string) => (await staff(get(path, bearer('token')), world)).text();
    const list = async (view = '') =>
      JSON.parse(await read(api.submissions + view)) as SubmissionsPage;

    for (let times = 0; times < 2; times += 1) {
      const answer = await answerPublic(asking(fields), world);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/disputed']);
    }
    const inbox = await list();
    expect(inbox).toMatchObject({ submissions: [], disputes: 1, waiting: 0, held: 0 });
    const { submissions } = await list('?delivery=dispute');
    expect(submissions).toMatchObject([{ ...fields, source: 'dispute', consent_marketing: false }]);
    const id = String(submissions[0]?.id);

    expect(await resend({ submissionId: id })).toMatchObject({ status: 409 });
    const certificate = get(`${api.consentCertificate}?id=${id}`, bearer('token'));
    expect((await staff(certificate, world)).status, 'nobody agreed to anything').toBe(404);
    await retryDeliveries(world);
    expect(receiver.arrivals).toEqual([]);
    expect((await read(api.submissionsCsv)).trim().split('\r\n')).toHaveLength(1);
    const { total, held } = JSON.parse(await read(`${api.report}?month=2026-11`)) as {
      total: unknown;
      held: number;
    };
    expect([total, held]).toMatchObject([{ leads: 0, not_leads: 0 }, 0]);
    const [first, second] = [await send(dana), await send(dana)];
    expect([first.earlier, second.earlier?.length]).toEqual([undefined, 1]);

    const answering = { submissionId: id, answered: true };
    await staff(post(api.answerSubmission, answering, bearer('token')), world);
    expect(await list()).toMatchObject({ disputes: 0, waiting: 2 });
    expect((await erase({ email: dana.email, count: 3 })).status).toBe(200);
    expect(await ask(dana)).toMatchObject({ body: { agreed: [{}, {}] } });
    expect((await list('?delivery=dispute')).submissions).toEqual([]);
    // A thank-you for what an erasure took would lose the second one.
    expect((await answerPublic(asking(fields), world)).status).toBe(303);
    expect((await list('?delivery=dispute')).submissions).toMatchObject([fields]);
  });
});

test('a dispute that looks like spam is held, and is released whatever its customer opted out of', async () => {
  const { world, release, resend, store, put } = await personWorld();
  const links = 'https://win.example/a/b https://win.example/c/d';
  expect((await answerPublic(asking({ ...fields, message: links }), world)).status).toBe(303);
  const [held] = (await store.page({ filter: { delivery: 'held' }, limit: 9 })).records;
  const month = held?.created_at.slice(0, 7) ?? '';
  expect((await store.report(month)).held).toBe(0);
  expect(await resend({ submissionId: held?.id })).toMatchObject({
    status: 409,
    body: { error: 'This is a dispute and no lead, so it isn’t sent.' },
  });
  expect((await put({ email: fields.email, on: true })).status).toBe(200);
  expect(await store.get(held?.id ?? '')).toEqual(held);
  expect(await release({ submissionId: held?.id })).toEqual({
    status: 200,
    body: { delivery: { state: 'dispute' } },
  });
});

test('the form comes back with its words and the first problem', async () => {
  const { world } = await personWorld();
  const without = await answerPublic(asking({ ...fields, message: ' ' }), world);
  expect(without.status).toBe(422);
  expect(await without.text()).toContain('Please say which lead it is, and what was wrong with it');
  const wrong = await answerPublic(asking({ ...fields, email: 'dana' }), world);
  expect([wrong.status, await wrong.text()]).toEqual([
    422,
    expect.stringContaining('Invalid email address'),
  ]);
});
