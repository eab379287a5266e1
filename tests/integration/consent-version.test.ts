import { expect, test } from 'vitest';
import { submitContact } from '../../functions/intake/submit-contact.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import { fields as plainForm, page as formAgain } from '../support/builders/filled-in.ts';
import { aSubmission, post, postForm } from '../support/builders/requests.ts';
import { aWorld } from '../support/worlds/world.ts';

const { version } = currentConsent;
const older = '2025-10-03';
const day = 24 * 60 * 60 * 1000;
const outdated = {
  error: 'This consent text is out of date. Please reload the page.',
  field: 'consent_version',
};

const worldAfter = (days: number) =>
  aWorld({
    now: () => new Date(Date.parse(version) + days * day),
    builtPage: () => Promise.resolve(formAgain),
  });

test.each([
  [version, 400, 201],
  [older, 30, 201],
  [older, 30.1, 422],
  ['1999-01-01', 1, 422],
] as const)(
  'a lead that agrees to the text of %s, %d days after the newest text came, gets the status %i',
  async (consent_version, days, status) => {
    await using world = worldAfter(days);
    const lead = aSubmission({ consent_version });
    const answer = await submitContact(post('/api/submit-contact', lead), world.deps);
    expect(answer.status).toBe(status);
    if (status === 422) expect(await answer.json()).toEqual(outdated);
    expect((await world.store.get(lead.id))?.consent.version).toBe(
      status === 422 ? undefined : consent_version,
    );

    const page = await submitContact(postForm({ ...plainForm, consent_version }), world.deps);
    expect(page.status).toBe(status === 201 ? 303 : 422);
    if (status === 201) return;
    const html = await page.text();
    expect(html).toContain('The consent text has changed. Please read it and agree again.');
    expect(html).toMatch(/name="consent_marketing"[^>]* aria-invalid="true" autofocus/);
    expect(html).not.toContain('reload');
    expect(html).toContain(`value="${plainForm.email}"`);
    expect(html).not.toContain('checked');
  },
);

test('an id is refused to the same words with another consent text', async () => {
  await using world = worldAfter(1);
  const lead = aSubmission({ consent_version: older });
  for (const [consent_version, status] of Object.entries({ [older]: 201, [version]: 409 })) {
    const request = post('/api/submit-contact', { ...lead, consent_version });
    expect((await submitContact(request, world.deps)).status).toBe(status);
  }
});

test('a receipt says which form sent it, and what the form reported of the box and of its time', async () => {
  await using world = aWorld();
  const lead = { ...aSubmission(), ticked: false, open_ms: 41_000 };
  expect((await submitContact(post('/api/submit-contact', lead), world.deps)).status).toBe(201);
  expect((await submitContact(postForm(plainForm), world.deps)).status).toBe(303);
  const { records } = await world.store.page({ filter: {}, limit: 9 });
  const receiptOf = (isIsland: boolean) =>
    records.find(({ id }) => (id === lead.id) === isIsland)?.consent;
  expect(receiptOf(true)).toMatchObject({ form: 'island', ticked: false, open_ms: 41_000 });
  expect(receiptOf(false)).toMatchObject({ form: 'plain', ticked: null, open_ms: null });
});

test.each([
  { ticked: 'yes', open_ms: -1 },
  { ticked: 1, open_ms: 1e300 },
  { ticked: null, open_ms: 'long' },
])('a lead with impossible values is stored, and its receipt leaves them out: %j', async (sent) => {
  await using world = aWorld();
  const lead = { ...aSubmission(), ...sent };
  expect((await submitContact(post('/api/submit-contact', lead), world.deps)).status).toBe(201);
  const { ticked, open_ms } = (await world.store.get(lead.id))?.consent ?? {};
  expect([ticked, open_ms]).toEqual([null, null]);
});

test('a form that still sends the hash of its page, as earlier versions did, is accepted, and the hash is not stored', async () => {
  await using world = aWorld();
  const lead = { ...aSubmission(), page: 'f'.repeat(32) };
  expect((await submitContact(post('/api/submit-contact', lead), world.deps)).status).toBe(201);
  expect(await world.store.get(lead.id)).not.toHaveProperty('page');
  const form = postForm({ ...plainForm, page: 'f'.repeat(32) });
  expect((await submitContact(form, world.deps)).status).toBe(303);
});
