import { expect, inject, test } from 'vitest';
import { eraseOld } from '../../../functions/erasure/retention.ts';
import type { Store } from '../../../functions/store/port.ts';
import { withoutChance } from '../../support/builders/chance.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { itemsIn, runTransfer } from '../../support/servers/transfer-commands.ts';
import { aFolder, firestoreEngine, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { callsOn, personWorld } from '../../support/worlds/person-world.ts';

const emulatorHost = inject('firestoreHost') ?? '';
const now = second(99);
const dana = { email: 'dana@example.com', phone: '(713) 555-0142' };

const at = { now: () => new Date(now) };

const [older, newer] = [second(1), second(2)].map((at, i) =>
  aRecord({ ...dana, id: `dana-${i}`, created_at: at, consent: { ...aRecord().consent, at } }),
) as [ReturnType<typeof aRecord>, ReturnType<typeof aRecord>];
const stranger = aRecord({ id: 'ann', email: 'ann@loe.example', phone: '(832) 555-0199' });
const agreedTo = ({ consent: { version, at } }: typeof older) => ({ version, at, erased_at: now });

test('an erased person’s address or number, however it is typed, says what they agreed to', async () => {
  const { store, ask, erase } = await personWorld(at);
  for (const it of [older, newer, stranger]) await store.create(it);
  expect(await ask({ email: dana.email })).toEqual({ status: 200, body: { agreed: [] } });
  await erase({ email: dana.email, count: 2 });
  const agreed = [agreedTo(newer), agreedTo(older)];
  for (const person of [dana, { email: ' DANA@example.com' }, { phone: '+1 713 555 0142' }])
    expect(await ask(person)).toEqual({ status: 200, body: { agreed } });
  for (const person of [
    { email: 'ana@example.com' },
    { phone: '555 0142' },
    { email: stranger.email },
  ])
    expect(await ask(person)).toEqual({ status: 200, body: { agreed: [] } });
});

test('a lead that was erased at the end of its retention period answers, too', async () => {
  const { store, ask, world } = await personWorld({
    retentionDays: 30,
    now: () => new Date(Date.parse(now) + 99 * 24 * 3_600_000),
  });
  await store.create(older);
  expect(await eraseOld(world)).toBe(1);
  expect(await ask({ phone: dana.phone })).toMatchObject({
    body: { agreed: [{ version: older.consent.version, at: older.consent.at }] },
  });
});

test('without a privacy key people are erased all the same, and asking says what to set', async () => {
  const { store, ask, erase } = await personWorld({ ...at, personHash: undefined });
  await store.create(older);
  expect((await erase({ email: dana.email, count: 1 })).status).toBe(200);
  expect(await ask(dana)).toEqual({
    status: 503,
    body: { error: expect.stringMatching(/^PRIVACY_KEY is not set/) as string },
  });
  expect(await callsOn(store).ask(dana)).toEqual({ status: 200, body: { agreed: [] } });
});

test.each([{}, { email: '' }, { phone: 'none' }, [], 'dana'])(
  '%j asks about nobody',
  async (body) => {
    const { ask } = await personWorld(at);
    expect((await ask(JSON.stringify(body))).status).toBe(422);
  },
);

test.skipIf(emulatorHost === '')(
  'an erased person’s consent is known in the other engine and back, and no export has an address',
  async () => {
    const engines = [await sqliteEngine(), firestoreEngine(emulatorHost), await sqliteEngine()];
    const [begin, cloud, end] = engines.map((it) => it.open()) as [Store, Store, Store];
    await begin.grantRole('ada', 'admin');
    for (const it of [older, newer]) await begin.create(it);
    const folder = await aFolder();
    const move = async (from: number, file: string) => {
      const [one, other] = engines.slice(from, from + 2) as [
        (typeof engines)[0],
        (typeof engines)[0],
      ];
      expect(await runTransfer('export', file, one)).toMatchObject({ code: 0 });
      expect(await runTransfer('import', file, other)).toMatchObject({ code: 0 });
      return itemsIn(file);
    };
    // One is erased before the way, and the other on the middle of it.
    await begin.erase([older.id], now, undefined, { personHash: callsOn(begin).world.personHash });
    await move(0, `${folder}/first.jsonl`);
    await callsOn(cloud, at).erase({ email: dana.email, count: 1 });
    const moved = await move(1, `${folder}/second.jsonl`);
    expect(withoutChance(moved)).not.toMatch(/dana@|713|555-?0142/i);
    for (const store of [cloud, end])
      expect((await callsOn(store).ask({ phone: dana.phone })).body).toEqual({
        agreed: [agreedTo(newer), agreedTo(older)],
      });
  },
);
