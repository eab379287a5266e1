/** The whole life of a lead. */
import { expect, test } from 'vitest';
import { staff } from '../../../functions/staff.ts';
import { api } from '../../../src/shared/api.ts';
import { readCsv } from '../../support/builders/csv-reader.ts';
import { bearer, get, post } from '../../support/builders/requests.ts';
import { aReceiver, onEachEngine, type MakeEngine } from '../../support/worlds/each-engine.ts';
import { callsOn } from '../../support/worlds/person-world.ts';
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
  test('a lead arrives, is called, returns at its time, is won, is exported to its ad network, and is erased', async () => {
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
      return { waiting, due };
    };

    expect(await inbox()).toEqual({ waiting: 1, due: 0 });
    await note(api.answerSubmission, { answered: true });
    await note(api.callBack, { at: wednesdayAtNine });
    expect(await inbox()).toEqual({ waiting: 0, due: 0 });
    now = new Date(wednesdayAtNine);
    expect(await inbox()).toEqual({ waiting: 0, due: 1 });
    await note(api.note, { text: 'Wants ten leads, no ladders' });
    await note(api.outcome, { outcome: 'won', amount: 8642097.53 });
    expect(await inbox()).toEqual({ waiting: 0, due: 0 });

    const report = async () => (await json(`${api.report}?month=2026-11&by=campaign`))['total'];
    expect(await report()).toMatchObject({ leads: 1, soon: 1, won: 1, amount: 8642097.53 });
    const [head = [], row = []] = readCsv(await read(api.submissionsCsv));
    const cell = (name: string) => row[head.indexOf(name)];
    expect(['outcome', 'amount', 'outcome_by'].map(cell)).toEqual([
      'won',
      '8642097.53',
      'ada@example.com',
    ]);
    expect(cell('notes')).toContain('Wants ten leads, no ladders');
    const file = await read(`${api.adsExport}?for=google&month=2026-11`);
    expect(file).toContain('EAIaIQob');
    expect(file).toContain('8642097.53');

    expect(await erase({ email: 'dana@example.com', count: 1 })).toMatchObject({ status: 200 });
    expect(await report()).toMatchObject({ leads: 1, soon: 1, won: 1, amount: 0 });
    const left = [
      await store.tombstone(submissionId),
      await entries(),
      await read(api.submissionsCsv),
      await read(`${api.adsExport}?for=google&month=2026-11&again=yes`),
    ];
    expect(JSON.stringify(left)).not.toMatch(/8642097.53|ladders|EAIaIQob|dana@/);
    expect(JSON.stringify(receiver.arrivals)).not.toMatch(/8642097.53|ladders|outcome|call_back/);
  });
});
