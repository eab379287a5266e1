import { describe, expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { api } from '../../../src/shared/api.ts';
import { aSubmission, origin, post } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';
import type { Deps } from '../../../functions/deps.ts';
import { eachEngine } from '../../support/worlds/each-engine.ts';
import { openLimitWorld } from '../../support/worlds/limit-world.ts';

const path = api.submitContact;
const submit = (body: unknown, headers?: Record<string, string>) => post(path, body, headers);

describe('a refusal', () => {
  const refused = async (request: Request) => {
    await using world = aWorld();
    const response = await submitContact(request, world.deps);
    const { records } = await world.store.page({ filter: {}, limit: 1 });
    expect(records).toEqual([]);
    return { response, body: (await response.json()) as unknown };
  };

  test.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [
      { consent_marketing: false },
      'consent_marketing',
      'You must consent to receive notifications and promotional messages',
    ],
  ])('names the first rule that failed: %j', async (different, field, error) => {
    const { response, body } = await refused(submit(aSubmission(different)));
    expect(response.status).toBe(422);
    expect(body).toEqual({ error, field });
  });

  test.each([
    ['no JSON', submit('{'), 400],
    ['null', submit('null'), 400],
    [
      'bytes that are no text',
      new Request(origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Uint8Array([0x22, 0xff, 0x22]),
      }),
      400,
    ],
    ['another type', submit(aSubmission(), { 'content-type': 'text/plain' }), 415],
    [
      'another charset',
      submit(aSubmission(), { 'content-type': 'application/json; charset=utf-16' }),
      415,
    ],
    ['a packed body', submit(aSubmission(), { 'content-encoding': 'gzip' }), 415],
    ['more than 16 KB', submit(aSubmission({ message: 'x'.repeat(17_000) })), 413],
    ['a page of another site', submit(aSubmission(), { origin: 'https://evil.example' }), 403],
    ['another method', new Request(origin + path), 405],
  ])('%s', async (_, request, status) => {
    const { response, body } = await refused(request);
    expect(response.status).toBe(status);
    expect(body).toEqual({ error: expect.stringMatching(/^[A-Z].+$/) as string });
  });
});

describe('the log of submissions', () => {
  test('says what happened to each submission, by its id', async () => {
    await using world = aWorld();
    const lead = aSubmission();
    await submitContact(submit(lead), world.deps);
    await submitContact(submit(lead), world.deps);
    await submitContact(submit({ ...lead, name: 'Another' }), world.deps);
    expect(world.events).toEqual([
      { event: 'submission', id: lead.id, delivery: 'off' },
      { event: 'submission-known', id: lead.id },
      { event: 'id-taken', id: lead.id },
    ]);
  });

  test('names the submission that could not be stored', async () => {
    await using world = aWorld();
    const lead = aSubmission();
    const create = () => Promise.reject(new StoreUnavailable('no disk'));
    const store = Object.assign(Object.create(world.store) as Store, { create });
    const deps = { ...world.deps, store: () => Promise.resolve(store) };
    expect((await submitContact(submit(lead), deps)).status).toBe(503);
    expect(world.events).toContainEqual({ event: 'submission-not-stored', id: lead.id });
  });
});

const send = (deps: Deps, lead: unknown) => submitContact(post('/api/submit-contact', lead), deps);

const taken = { error: expect.stringMatching(/^[A-Z].+\.$/) as string };

eachEngine('an id that is already stored', (makeEngine) => {
  const open = () => openLimitWorld(makeEngine);

  test('is answered with 200 when the same words come again', async () => {
    const world = await open();
    const lead = aSubmission({ name: 'Zoë 👩🏽‍🔧 Pen\u0303a', message: 'Two lines,\nand a "quote"' });
    await send(world.deps, lead);
    const before = await world.store.get(lead.id);
    for (const again of [
      lead,
      { ...lead, id: lead.id.toUpperCase() },
      { ...lead, name: ` ${lead.name}\n`, message: `${lead.message}  ` },
      { ...lead, open_ms: 90_000 },
    ]) {
      const response = await send(world.deps, again);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ id: lead.id });
    }
    expect(await world.store.get(lead.id)).toEqual(before);
  });

  test.each([
    { name: 'Dana Row' },
    { email: 'dana@example.org' },
    { message: '' },
    { source: 'contact_form' },
  ])('is refused for other words, and keeps its own: %j', async (different) => {
    const world = await open();
    const lead = aSubmission();
    await send(world.deps, lead);
    const before = await world.store.get(lead.id);
    const response = await send(world.deps, { ...lead, ...different });
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual(taken);
    expect(await world.store.get(lead.id)).toEqual(before);
  });

  test('is given to one of two different leads that come at the same time', async () => {
    const world = await open();
    const lead = aSubmission();
    const other = { ...lead, email: 'dana@example.org' };
    const responses = await Promise.all(
      [lead, other].map((words, i) => send({ ...world.deps, ip: `198.51.100.${i}` }, words)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const thanked = responses[0]?.status === 201 ? lead : other;
    expect((await world.store.get(lead.id))?.email).toBe(thanked.email);
  });

  test('is refused after its lead was erased, even for the same words', async () => {
    const world = await open();
    const lead = aSubmission();
    await send(world.deps, lead);
    await world.store.erase([lead.id], '2026-03-02T15:30:00.000Z');
    const response = await send(world.deps, lead);
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual(taken);
    expect(await world.store.get(lead.id)).toBeUndefined();
  });
});

test('a network over its limit still learns that an id is taken', async () => {
  const world = await openLimitWorld();
  const lead = aSubmission();
  await send(world.deps, lead);
  for (let i = 1; i < world.deps.submitLimit.count; i += 1) await send(world.deps, aSubmission());
  expect((await send(world.deps, aSubmission())).status).toBe(429);
  expect((await send(world.deps, { ...lead, name: 'Another' })).status).toBe(409);
});
