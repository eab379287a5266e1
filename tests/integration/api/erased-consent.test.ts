import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { eraseOld } from '../../../functions/erasure/retention.ts';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { sqliteEngine } from '../../support/worlds/each-engine.ts';
import { callsOn, dana, personWorld } from '../../support/worlds/person-world.ts';
import { aRecord, second } from '../../support/builders/record.ts';

const now = second(99);

const at = { now: () => new Date(now) };

const [older, newer] = [second(1), second(2)].map((at, i) =>
  aRecord({ ...dana, id: `dana-${i}`, created_at: at, consent: { ...aRecord().consent, at } }),
) as [ReturnType<typeof aRecord>, ReturnType<typeof aRecord>];
const stranger = aRecord({ id: 'ann', email: 'ann@loe.example', phone: '(832) 555-0199' });
const agreedTo = ({ consent: { version, at } }: typeof older) => ({ version, at, erased_at: now });

test('after an erasure, the person’s address or number still finds the consent, in any notation', async () => {
  const { store, ask, erase } = await personWorld(at);
  for (const record of [older, newer, stranger]) await store.create(record);
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

test('the file of the store has no word of an erased person, in any table', async () => {
  const engine = await sqliteEngine();
  const store = engine.open();
  await store.grantRole('ada', 'admin');
  const { put, send, erase } = callsOn(store);
  const words = { name: 'Zoe Quux', company: 'Quux Roofing', message: 'Call me at Quux Hall' };
  const zoe = { ...words, email: 'zoe@quux.example', phone: '(713) 555-0177' };
  const { id } = await send(zoe);
  // The same phone number marks this lead as a repeated request.
  const colleague = await send({ ...dana, phone: zoe.phone, message: 'A tree' });
  expect(colleague.earlier).toMatchObject([{ id }]);
  await send({ ...zoe, website: 'https://spam.example' });
  await put({ email: zoe.email, phone: zoe.phone, on: true });
  expect(await erase({ email: zoe.email, count: 2 })).toMatchObject({ body: { erased: 2 } });
  expect((await store.get(colleague.id))?.earlier).toEqual([]);

  const database = new DatabaseSync(join(engine.env['DATA_DIR'] ?? '', fileName));
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const rows = tables.flatMap(({ name }) =>
    database
      .prepare(`SELECT * FROM "${String(name)}"`)
      .all()
      .map((row) => [name, row]),
  );
  database.close();
  const dump = JSON.stringify(rows);
  expect(dump).toContain(id);
  expect(dump).toContain(dana.email);
  expect(dump).not.toMatch(/quux|zoe/i);
});

test('a lead erased at the end of its retention period can still be looked up', async () => {
  const { store, ask, world } = await personWorld({
    retentionDays: 30,
    now: () => new Date(Date.parse(now) + 99 * 24 * 3_600_000),
  });
  await store.create({ ...older, delivery: { state: 'delivered', at: older.created_at } });
  expect(await eraseOld(world)).toBe(1);
  expect(await ask({ phone: dana.phone })).toMatchObject({
    body: { agreed: [{ version: older.consent.version, at: older.consent.at }] },
  });
});

test('without a privacy key, a person can still be erased, and a look-up says what to set', async () => {
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
  'a look-up of %j is refused',
  async (body) => {
    const { ask } = await personWorld(at);
    expect((await ask(JSON.stringify(body))).status).toBe(422);
  },
);
