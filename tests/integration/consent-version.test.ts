import { expect, test } from 'vitest';
import { submitContact } from '../../functions/intake/submit-contact.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import { fields as plainForm, page as formAgain } from '../support/builders/filled-in.ts';
import { aSubmission, post, postForm } from '../support/builders/requests.ts';
import { deployOf, markIn, none } from '../support/worlds/archive-world.ts';
import { aWorld } from '../support/worlds/world.ts';

const { version } = currentConsent;
const older = '2025-10-03';
const day = 24 * 60 * 60 * 1000;
const outdated = {
  error: 'This consent text is out of date. Please reload the page.',
  field: 'consent_version',
};

async function opened(daysAfter: number) {
  const first = await deployOf('I agree.', 'one', none, older);
  const second = await deployOf('I agree to more.', 'two', first.archive);
  const { pages } = second.archive;
  const world = aWorld({
    now: () => new Date(Date.parse(version) + daysAfter * day),
    consentPage: (mark) => Promise.resolve(pages[mark]),
    builtPage: () => Promise.resolve(formAgain),
  });
  const marks = {
    'the older page': markIn(first.contact),
    'the page': markIn(second.contact),
    'an invented page': 'f'.repeat(32),
    'no page': undefined,
  };
  return { world, marks, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test.each([
  [version, 'the page', 400, 201],
  [older, 'the older page', 30, 201],
  [older, 'the older page', 30.1, 422],
  [older, 'the page', 1, 422],
  [version, 'the older page', 1, 422],
  [version, 'an invented page', 1, 201],
  [version, 'no page', 1, 201],
  [older, 'no page', 30, 201],
  [older, 'no page', 30.1, 422],
  ['1999-01-01', 'no page', 1, 422],
] as const)(
  'the text that a lead agrees to is %s from %s, %d days after the newest came: %i',
  async (consent_version, from, days, status) => {
    await using opening = await opened(days);
    const { world, marks } = opening;
    const sent = { consent_version, page: marks[from] };
    const lead = aSubmission(sent);
    const answer = await submitContact(post('/api/submit-contact', lead), world.deps);
    expect(answer.status).toBe(status);
    if (status === 422) expect(await answer.json()).toEqual(outdated);
    const { consent } = (await world.store.get(lead.id)) ?? {};
    const isKnown = from === 'the page' || from === 'the older page';
    expect(typeof consent?.page_sha256).toBe(
      status === 422 ? 'undefined' : isKnown ? 'string' : 'object',
    );

    const form = { ...plainForm, ...(sent.page && { page: sent.page }), consent_version };
    const page = await submitContact(postForm(form), world.deps);
    expect(page.status).toBe(status === 201 ? 303 : 422);
    if (status === 201) return;
    // The words come back, and the box doesn't.
    const html = await page.text();
    expect(html).toContain('The consent text has changed. Please read it and agree again.');
    expect(html).toContain('aria-describedby="consent_marketing-problem"');
    expect(html).not.toContain('reload');
    expect(html).toContain(`value="${plainForm.email}"`);
    expect(html).not.toContain('checked');
  },
);

test('an id of words that agreed to one text is refused to those that agree to another', async () => {
  await using opening = await opened(1);
  const lead = aSubmission({ consent_version: older });
  for (const [consent_version, status] of Object.entries({ [older]: 201, [version]: 409 })) {
    const request = post('/api/submit-contact', { ...lead, consent_version });
    expect((await submitContact(request, opening.world.deps)).status).toBe(status);
  }
});
