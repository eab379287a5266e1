import { describe, expect, test } from 'vitest';
import type { Deps } from '../../../functions/deps.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { engines } from '../../support/worlds/engines.ts';
import { openLimitWorld } from '../../support/worlds/limit-world.ts';
import { aSubmission, post } from '../../support/builders/requests.ts';

const submit = (deps: Deps, lead: unknown) =>
  submitContact(post('/api/submit-contact', lead), deps);

const taken = { error: expect.stringMatching(/^[A-Z].+\.$/) as string };

describe.each(engines)('an id that is already stored on $engine', ({ emulatorHost }) => {
  const open = () => openLimitWorld(emulatorHost);

  test('is answered with 200 when the same words come again', async () => {
    await using world = await open();
    const lead = aSubmission({ name: 'Zoë 👩🏽‍🔧 Pen\u0303a', message: 'Two lines,\nand a "quote"' });
    await submit(world.deps, lead);
    const before = await world.store.get(lead.id);
    for (const again of [
      lead,
      { ...lead, id: lead.id.toUpperCase() },
      { ...lead, name: ` ${lead.name}\n`, message: `${lead.message}  ` },
      { ...lead, open_ms: 90_000 },
    ]) {
      const response = await submit(world.deps, again);
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
  ])('is refused to other words and keeps its own: %j', async (different) => {
    await using world = await open();
    const lead = aSubmission();
    await submit(world.deps, lead);
    const before = await world.store.get(lead.id);
    const response = await submit(world.deps, { ...lead, ...different });
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual(taken);
    expect(await world.store.get(lead.id)).toEqual(before);
  });

  test('goes to one of two leads that come at once, and the other is refused', async () => {
    await using world = await open();
    const lead = aSubmission();
    const other = { ...lead, email: 'dana@example.org' };
    const responses = await Promise.all(
      [lead, other].map((it, i) => submit({ ...world.another(), ip: `198.51.100.${i}` }, it)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const thanked = responses[0]?.status === 201 ? lead : other;
    expect((await world.store.get(lead.id))?.email).toBe(thanked.email);
  });

  test('is refused after its lead was erased, even to the same words', async () => {
    await using world = await open();
    const lead = aSubmission();
    await submit(world.deps, lead);
    await world.store.erase([lead.id], '2026-03-02T15:30:00.000Z');
    const response = await submit(world.deps, lead);
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual(taken);
    expect(await world.store.get(lead.id)).toBeUndefined();
  });
});

test('a network over its limit is still told that an id is taken', async () => {
  await using world = await openLimitWorld();
  const lead = aSubmission();
  await submit(world.deps, lead);
  for (let i = 1; i < world.deps.rateLimiter.limit.count; i += 1)
    await submit(world.deps, aSubmission());
  expect((await submit(world.deps, aSubmission())).status).toBe(429);
  expect((await submit(world.deps, { ...lead, name: 'Another' })).status).toBe(409);
});
