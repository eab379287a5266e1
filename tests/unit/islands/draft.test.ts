import { describe, expect, test } from 'vitest';
import { drafts, type Draft } from '../../../src/islands/contact-form/memory.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { forFields } from '../../../src/shared/fields.ts';
import { filledIn, someId } from '../../support/builders/filled-in.ts';
import { formWorld, visit } from '../../support/worlds/form-world.ts';

const kept = (content: unknown) => {
  const { values, memory } = visit();
  values.set('leadwright:contact', typeof content === 'string' ? content : JSON.stringify(content));
  return { values, memory };
};

const empty: Draft = { ...forFields(() => ''), consent_marketing: false };
const unticked = { ...filledIn, consent_marketing: false };
const unconfirmed = { id: someId, words: 'What was sent.' };

test('the draft comes back as it was last typed, with what was sent, until it is cleared', () => {
  const { values, memory } = visit();
  values.set('leadwright:industry', 'roofing');
  const draft = drafts(memory);
  expect(draft.load()).toBeUndefined();
  const typed = {
    ...filledIn,
    name: '  🌳 مريم\u00A0',
    email: 'half an addr',
    message: 'x'.repeat(5000),
    consent_marketing: false,
  };
  draft.save({ draft: typed, unconfirmed });
  expect(draft.load()).toEqual({ draft: typed, unconfirmed });
  draft.save({ draft: filledIn });
  expect(draft.load()).toEqual({ draft: filledIn });
  draft.clear();
  expect([...values]).toEqual([['leadwright:industry', 'roofing']]);
});

describe('a stored draft that is not ours', () => {
  test.each<[string, unknown]>([
    ['half of it', JSON.stringify({ draft: filledIn, unconfirmed }).slice(0, -5)],
    ['null', 'null'],
    ['an id without a draft', { unconfirmed }],
  ])('is ignored, and the form is sent: %s', async (_, content) => {
    const { form, ids, requests, kept: load } = formWorld([], kept(content));
    expect(load()).toBeUndefined();
    await form.submit(filledIn, '');
    expect(form.$view.get()).toEqual({ state: 'sent' });
    expect(requests[0]?.body['id']).toBe(ids[0]);
  });

  test.each<[string, object, object]>([
    ['its only field', { draft: { name: 'Dana' } }, { ...empty, name: 'Dana' }],
    ['its text', { draft: { ...filledIn, phone: 713 } }, { ...unticked, phone: '' }],
    ['its own fields', { draft: { ...unticked, admin: true }, more: 1 }, unticked],
    [
      'its words without a tick',
      { draft: { ...filledIn, consent_marketing: 'yes' }, consent_version: currentConsent.version },
      unticked,
    ],
    ['its words, if the consent text changed', { draft: filledIn, consent_version: '1' }, unticked],
  ])('keeps %s', (_, content, draft) => {
    expect(drafts(kept(content).memory).load()).toEqual({ draft });
  });

  test.each([
    ['of another kind', { ...unconfirmed, id: '42' }],
    ['without its words', { id: someId }],
  ])('keeps its words if the id is %s', (_, id) => {
    const { values, memory } = kept({ draft: filledIn });
    values.set('leadwright:unconfirmed', JSON.stringify(id));
    expect(drafts(memory).load()).toEqual({ draft: unticked });
  });
});
