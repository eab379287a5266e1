/** A customer disputes a lead: staff must see it, and nothing may take it for a lead. */
import { expect, onTestFinished, test } from 'vitest';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { answerPublic } from '../../../functions/public.ts';
import { staff } from '../../../functions/staff.ts';
import { api } from '../../../src/shared/api.ts';
import type { SubmissionsPage } from '../../../src/shared/submission.ts';
import { bearer, get, post, postForm } from '../../support/builders/requests.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { callsOn, dana, personWorld } from '../../support/worlds/person-world.ts';
import { webhookAt } from '../../support/worlds/world.ts';

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
    const receiver = await Receiver.open();
    onTestFinished(() => receiver[Symbol.asyncDispose]());
    const store = (await makeEngine()).open();
    await store.grantRole('ada', 'admin');
    let minute = 0;
    const now = () => new Date(Date.UTC(2026, 10, 24, 21, (minute += 1)));
    const deps = { webhook: webhookAt(receiver.url), now };
    const { world, send, resend, erase } = callsOn(store, deps);
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
    expect((await list('?delivery=dispute')).submissions).toEqual([]);
    // A thank-you for what an erasure took would lose the second one.
    expect((await answerPublic(asking(fields), world)).status).toBe(303);
    expect((await list('?delivery=dispute')).submissions).toMatchObject([fields]);
  });
});

test('a dispute that looks like spam is held, and becomes a dispute when it is released', async () => {
  const { world, release, store } = await personWorld();
  const links = 'https://win.example/a/b https://win.example/c/d';
  expect((await answerPublic(asking({ ...fields, message: links }), world)).status).toBe(303);
  const [held] = (await store.page({ filter: { delivery: 'held' }, limit: 9 })).records;
  const month = held?.created_at.slice(0, 7) ?? '';
  expect((await store.report(month)).held).toBe(0);
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
