import { afterEach, describe, expect, test } from 'vitest';
import { drafts, type Draft } from '../../../src/islands/contact-form/draft.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { forFields } from '../../../src/shared/fields.ts';
import { createForm } from '../../../src/islands/contact-form/form.ts';
import {
  fakeSession,
  forbiddenSession,
  refusingSession,
} from '../../support/worlds/fake-session.ts';
import { filledIn, someId } from '../../support/builders/filled-in.ts';
import { bodyOf, formWorld, stored, visit, fakeLine } from '../../support/worlds/form-world.ts';

const key = 'leadwright:contact';
const kept = (content: unknown) => {
  const { values, memory } = visit();
  values.set(key, typeof content === 'string' ? content : JSON.stringify(content));
  return { values, memory };
};

let leave = (): void => undefined;
afterEach(() => {
  leave();
  leave = () => undefined;
});

test('the draft is missing at first', () => {
  expect(drafts(visit().memory).load()).toBeUndefined();
});

const empty: Draft = { ...forFields(() => ''), consent_marketing: false };
const unticked = { ...filledIn, consent_marketing: false };
const sent = { id: someId, words: 'What was sent.' };

test('the draft comes back as it was typed, with what was sent', () => {
  const { memory } = visit();
  const typed = {
    ...filledIn,
    name: '  🌳 مريم\u00A0',
    email: 'half an addr',
    message: 'x'.repeat(5000),
    consent_marketing: false,
  };
  drafts(memory).save({ draft: typed, sent });
  expect(drafts(memory).load()).toEqual({ draft: typed, sent });
});

test('the draft is the last one that was typed', () => {
  const { memory } = visit();
  drafts(memory).save({ draft: filledIn, sent });
  drafts(memory).save({ draft: { ...filledIn, name: 'Lee' } });
  expect(drafts(memory).load()).toEqual({ draft: { ...filledIn, name: 'Lee' } });
});

test('clearing removes the draft and nothing else', () => {
  const { values, memory } = visit();
  values.set('leadwright:industry', 'roofing');
  drafts(memory).save({ draft: filledIn, sent });
  drafts(memory).clear();
  expect(drafts(memory).load()).toBeUndefined();
  expect([...values]).toEqual([['leadwright:industry', 'roofing']]);
});

describe('a stored draft that is not ours', () => {
  const nothing: [string, unknown][] = [
    ['nothing', ''],
    ['half of it', JSON.stringify({ draft: filledIn, sent }).slice(0, -5)],
    ['words', 'undefined'],
    ['null', 'null'],
    ['a list', [someId, filledIn]],
    ['an id without a draft', { sent }],
    ['a prototype', `{"__proto__": {"draft": {}}}`],
  ];

  test.each(nothing)('is ignored, and the form is sent: %s', async (_, content) => {
    const { form, ids, requests, kept: load } = formWorld([], kept(content));
    expect(load()).toBeUndefined();
    await form.submit(filledIn, '');
    expect(form.$view.get()).toEqual({ state: 'sent' });
    expect(requests[0]?.body['id']).toBe(ids[0]);
  });

  const parts: [string, object, object][] = [
    ['its only field', { draft: { name: 'Dana' } }, { ...empty, name: 'Dana' }],
    ['its text', { draft: { ...filledIn, phone: 713 } }, { ...unticked, phone: '' }],
    ['its own fields', { draft: { ...unticked, admin: true }, more: 1 }, unticked],
    ['its words, not its id', { id: someId, draft: filledIn }, unticked],
    [
      'its words without a tick',
      { draft: { ...filledIn, consent_marketing: 'yes' }, consent_version: currentConsent.version },
      unticked,
    ],
    ['its words, if the consent text changed', { draft: filledIn, consent_version: '1' }, unticked],
  ];

  test.each(parts)('keeps %s', (_, content, draft) => {
    const { memory } = kept(content);
    expect(drafts(memory).load()).toEqual({ draft });
  });

  test.each([
    ['of another kind', { ...sent, id: '42' }],
    ['without its words', { id: someId }],
  ])('keeps its words if the id is %s', (_, id) => {
    const { values, memory } = kept({ draft: filledIn });
    values.set('leadwright:sent', JSON.stringify(id));
    expect(drafts(memory).load()).toEqual({ draft: unticked });
  });
});

describe("the browser's own store", () => {
  test('keeps the draft by default', () => {
    const session = fakeSession();
    ({ leave } = session);
    drafts().save({ draft: filledIn });
    expect([...session.values.keys()]).toEqual([key]);
    expect(drafts().load()).toEqual({ draft: filledIn });
  });

  test.each([
    ['refuses everything', refusingSession],
    ['is forbidden', forbiddenSession],
    ['is not there', () => ({ leave: () => undefined })],
  ])('is not needed to send a form: it %s', async (_, session) => {
    ({ leave } = session());
    const ids: unknown[] = [];
    const form = createForm('contact_page', {
      fetch: (_url, init) => {
        const { id } = bodyOf(init);
        ids.push(id);
        return Promise.resolve(ids.length === 1 ? new Response('', { status: 503 }) : stored(id));
      },
      newId: () => crypto.randomUUID(),
      memory: drafts(),
      attribution: () => undefined,
      line: fakeLine(),
      toast: () => undefined,
    });
    form.remember(filledIn);
    await form.submit(filledIn, '');
    expect(form.$view.get()).toEqual({ state: 'editing' });
    await form.submit(filledIn, '');
    expect(form.$view.get()).toEqual({ state: 'sent' });
    expect(new Set(ids).size).toBe(1);
  });
});
