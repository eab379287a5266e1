import { describe, expect, test } from 'vitest';
import { copyOf } from '../../../src/islands/contact-form/agreement.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { filledIn, someId } from '../../support/builders/filled-in.ts';
import { answer, formWorld, stored } from '../../support/worlds/form-world.ts';

const consentMissing = 'You must consent to receive notifications and promotional messages';

test('the form starts empty and sends no request', () => {
  const { form, requests, toasts } = formWorld();
  expect(form.$view.get()).toEqual({ state: 'editing' });
  expect(requests).toEqual([]);
  expect(toasts).toEqual([]);
});

test('the form goes from editing to submitting to thanks, and back to editing', async () => {
  const { form, toasts } = formWorld();
  const states: string[] = [];
  form.$view.subscribe(({ state }) => states.push(state));
  await form.submit(filledIn, '');
  form.again();
  expect(states).toEqual(['editing', 'submitting', 'sent', 'editing']);
  expect(toasts).toEqual([
    {
      title: 'Thank you for contacting us!',
      description: "We'll get back to you soon via text message.",
    },
  ]);
});

describe('the request', () => {
  test('has the trimmed fields, the form, the id, the consent seen and the trap', async () => {
    const { form, requests, ids } = formWorld();
    const trap = 'https://spam.example';
    await form.submit({ ...filledIn, name: ' Dana Roe\u00A0', message: ' \n' }, trap);
    expect(requests.map(({ body }) => body)).toEqual([
      {
        ...filledIn,
        name: 'Dana Roe',
        message: null,
        id: ids[0],
        source: 'contact_page',
        consent_version: currentConsent.version,
        website: trap,
      },
    ]);
  });

  test.each(['contact_page', 'contact_form'] as const)(
    'says that it is from %s',
    async (source) => {
      const { form, requests } = formWorld([], { source });
      await form.submit(filledIn, '');
      expect(requests[0]?.body['source']).toBe(source);
    },
  );

  test('says how long the form was open, if that is known', async () => {
    const { form, requests } = formWorld();
    await form.submit(filledIn, '', { open_ms: 48_120, page: 'a mark', ticked: true });
    form.again();
    await form.submit(filledIn, '');
    expect(requests[0]?.body).toMatchObject({ open_ms: 48_120, page: 'a mark', ticked: true });
    expect(requests[1]?.body).not.toHaveProperty('open_ms');
  });
});

describe('a mistake', () => {
  test('is shown in a toast and at its field, and nothing is sent', async () => {
    const { form, requests, toasts } = formWorld();
    await form.submit({ ...filledIn, phone: ' ', consent_marketing: false }, '');
    const problem = { field: 'phone', error: 'Phone is required' };
    expect(form.$view.get()).toEqual({ state: 'editing', problem });
    expect(toasts).toEqual([
      { title: 'Validation Error', description: 'Phone is required', destructive: true },
    ]);
    expect(requests).toEqual([]);
  });

  test('is shown again at each press', async () => {
    const { form, toasts } = formWorld();
    const views = new Set<unknown>();
    form.$view.listen((view) => void views.add(view));
    await form.submit({ ...filledIn, consent_marketing: false }, '');
    await form.submit({ ...filledIn, consent_marketing: false }, '');
    expect(toasts.map(({ description }) => description)).toEqual([consentMissing, consentMissing]);
    expect(views.size).toBe(2);
  });

  test('is no longer shown once its field is being corrected', async () => {
    const { form } = formWorld();
    await form.submit({ ...filledIn, phone: '' }, '');
    form.correcting('name');
    expect(form.$view.get()).toHaveProperty('problem.field', 'phone');
    form.correcting('phone');
    expect(form.$view.get()).toEqual({ state: 'editing' });
  });

  test('that only the server finds is shown like any other, and loses no words', async () => {
    const problem = { field: 'email', error: 'Invalid email address' };
    const { form, toasts, kept } = formWorld([answer(422, problem)]);
    await form.submit(filledIn, '');
    expect(form.$view.get()).toEqual({ state: 'editing', problem });
    expect(toasts).toEqual([
      { title: 'Validation Error', description: 'Invalid email address', destructive: true },
    ]);
    expect(kept()?.draft).toEqual(filledIn);
  });
});

describe('a double press', () => {
  test('makes one request and one thank-you', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { form, requests, toasts, ids } = formWorld([promise]);
    const presses = [form.submit(filledIn, ''), form.submit(filledIn, '')];
    expect(form.$view.get()).toEqual({ state: 'submitting' });
    await presses[1];
    expect(form.$view.get()).toEqual({ state: 'submitting' });
    resolve(stored(ids[0]));
    await Promise.all(presses);
    expect(requests).toHaveLength(1);
    expect(toasts).toHaveLength(1);
    expect(form.$view.get()).toEqual({ state: 'sent' });
  });

  test('is not disturbed by an edit meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { form, ids } = formWorld([promise]);
    const press = form.submit(filledIn, '');
    form.correcting('name');
    expect(form.$view.get()).toEqual({ state: 'submitting' });
    resolve(stored(ids[0]));
    await press;
  });
});

test('the visitor’s copy has the words, their version, the time and the reference', async () => {
  const { form, ids } = formWorld();
  expect(form.agreement()).toBeUndefined();
  await form.submit(filledIn, '');
  const agreement = form.agreement();
  expect(agreement?.reference).toBe(ids[0]);
  const at = '2026-11-22T15:04:05.678Z';
  const copy = copyOf({ reference: someId, at }, 'https://site.example');
  expect(copy).toContain('may use automated technology');
  expect(copy).toContain('the Terms of Service (https://site.example/terms-of-service) and');
  expect(copy).toMatch(
    new RegExp(`Version: ${currentConsent.version}\nTime: ${at}\nReference: ${someId}\n$`),
  );
});
