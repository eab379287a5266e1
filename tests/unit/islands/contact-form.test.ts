import { describe, expect, test } from 'vitest';
import { looksShort, suggestedEmail } from '../../../src/islands/contact-form/hints.ts';
import { drafts, type Draft } from '../../../src/islands/contact-form/memory.ts';
import { send } from '../../../src/islands/contact-form/send.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { submissionSchema } from '../../../src/shared/contact-schema.ts';
import { forFields } from '../../../src/shared/fields.ts';
import { filledIn, someId, sentForm } from '../../support/builders/filled-in.ts';
import { formWorld, visit, answer } from '../../support/worlds/form-world.ts';

const storedDraft = (content: unknown) => {
  const { values, memory } = visit();
  values.set('leadwright:contact', typeof content === 'string' ? content : JSON.stringify(content));
  return { values, memory };
};

const empty: Draft = { ...forFields(() => ''), consent_marketing: false };
const unticked = { ...filledIn, consent_marketing: false };
const unconfirmed = { id: someId, words: 'What was sent.' };

test('the draft is restored as it was last typed, including an unconfirmed request, until it is cleared', () => {
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

describe('an invalid stored draft', () => {
  test.each<[string, unknown]>([
    ['half of it', JSON.stringify({ draft: filledIn, unconfirmed }).slice(0, -5)],
    ['null', 'null'],
    ['an id without a draft', { unconfirmed }],
  ])('is ignored, and the form is sent: %s', async (_, content) => {
    const { form, ids, requests, kept: load } = formWorld([], storedDraft(content));
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
    expect(drafts(storedDraft(content).memory).load()).toEqual({ draft });
  });

  test.each([
    ['of another kind', { ...unconfirmed, id: '42' }],
    ['without its words', { id: someId }],
  ])('keeps its words if the id is %s', (_, id) => {
    const { values, memory } = storedDraft({ draft: filledIn });
    values.set('leadwright:unconfirmed', JSON.stringify(id));
    expect(drafts(memory).load()).toEqual({ draft: unticked });
  });
});

const submission = submissionSchema.parse(sentForm);
const tryAgainNow = {
  state: 'failed',
  description: 'There was an error submitting your form. Please try again.',
};
const answering = (response: Response) => send(submission, () => Promise.resolve(response));

test.each([
  ['a success with a page', new Response('<h1>Please log in</h1>')],
  ['a success with null', answer(200, null)],
  ['a success with no id', answer(201)],
  ['a success with the id of another lead', answer(201, { id: crypto.randomUUID() })],
  ['a 422 with null', answer(422, null)],
  ['a 422 with text', answer(422, 'text')],
  ['a 422 without words', answer(422, { field: 'email' })],
  ['a 422 with numbers', answer(422, { field: 1, error: 2 })],
])('sending treats %s as a failure, since it is not from the function', async (_, response) => {
  expect(await answering(response)).toEqual(tryAgainNow);
});

// The form's own limit is shorter than the default timeout.
test('sending gives up when the response takes too long', { timeout: 10_000 }, async () => {
  const silent = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      const { signal } = init ?? {};
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  expect(await send(submission, silent, 1)).toEqual({ ...tryAgainNow, state: 'unreached' });
});

test('an error without a correctable field is shown beside the button, and stays there', async () => {
  const error = 'This consent text is out of date. Please reload the page.';
  const response = answer(422, { field: 'consent_version', error });
  expect(await answering(response)).toEqual({ state: 'failed', description: error });
  const other = answer(422, { field: 'id', error: 'The submission has no valid id' });
  expect(await answering(other)).toEqual({ ...tryAgainNow, state: 'failed' });
});

test.each<[seconds: string | undefined, time: string]>([
  ['60', 'a minute'],
  ['61', '2 minutes'],
  [undefined, 'a minute'],
  ['-5', 'a minute'],
  ['9'.repeat(400), 'a minute'],
])('a 429 with Retry-After %j says to wait %s', async (seconds, time) => {
  const response = answer(429, {}, seconds === undefined ? {} : { 'retry-after': seconds });
  expect(await answering(response)).toEqual({
    state: 'failed',
    description: `Too many requests came from your network. Please try again in ${time}.`,
  });
});

const slips = {
  'gmail.com': `gmial.com gmal.com gmil.com gmai.com gamil.com gnail.com gmaill.com ggmail.com gmail.co
    gmail.cm gmail.om gmail.con gmail.cpm gmail.vom gmail.comm gmail..com gmail,com gmailcom gmail.com.
    gmial.con`,
  'yahoo.com': 'yaho.com yahooo.com yhaoo.com yahoo.con yahoo..com tahoo.com',
  'hotmail.com': 'hotmial.com hotmal.com hotmil.com hotmaill.com hotmail.cmo hitmail.com',
  'outlook.com': 'outlok.com outloook.com outlook.con',
  'icloud.com': 'iclod.com icloud.xom',
  'aol.com': 'aol.con',
  'comcast.net': 'comcast.ne',
  'sbcglobal.net': 'sbcgloabl.net',
  'verizon.net': 'verizn.net',
  'roe-roofing.com': 'roe-roofing.con',
};

test.each(Object.entries(slips))('name@%s gets a suggestion for each typo: %s', (right, wrong) => {
  for (const domain of wrong.split(/\s+/))
    expect(suggestedEmail(` Na.me+1@${domain} `), domain).toBe(`Na.me+1@${right}`);
});

test.each([
  'dana@gmail.com',
  'dana@GMAIL.com',
  'dana@mail.com',
  'dana@ymail.com',
  'dana@email.com',
  'dana@yahoo.ca',
  'dana@hotmail.fr',
  'dana@outlook.de',
  'dana@roe-roofing.com',
  'dana@example.co',
  'dana@roe.construction',
  '@gmial.com',
  'dana',
  'a@b@gmial.com',
  '',
])('no address is suggested for %s', (email) => {
  expect(suggestedEmail(email)).toBeUndefined();
});

test('only a number without its area code is reported as short', () => {
  const short = ['555-0142', '713-555-019', '71355501', 'call 555'];
  const whole = ['', ' ', '(713) 555-0142', '1-800-FLOWERS', '+376 312 345', '7135550142'];
  expect([...short, ...whole].filter(looksShort)).toEqual(short);
});
