import { describe, expect, test, vi } from 'vitest';
import { copyOf } from '../../../src/islands/contact-form/agreement.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { filledIn, someId } from '../../support/builders/filled-in.ts';
import { answer, formWorld, stored, visit } from '../../support/worlds/form-world.ts';

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

test.each([200, 201])('the form thanks for a %i, also if the lead was stored before', async (s) => {
  const { form } = formWorld([(id) => answer(s, { id })]);
  await form.submit(filledIn, '');
  expect(form.$view.get()).toEqual({ state: 'sent' });
});

describe('the request', () => {
  test('has the trimmed fields, the form, the id, the consent seen and the trap', async () => {
    const { form, requests, ids } = formWorld();
    await form.submit({ ...filledIn, name: ' Dana Roe\u00A0', message: ' \n' }, '');
    expect(requests.map(({ body }) => body)).toEqual([
      {
        ...filledIn,
        name: 'Dana Roe',
        message: null,
        id: ids[0],
        source: 'contact_page',
        consent_version: currentConsent.version,
        website: '',
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

  test('has what a bot wrote into the trap, for the server to check', async () => {
    const { form, requests } = formWorld();
    await form.submit(filledIn, 'https://spam.example');
    expect(requests[0]?.body['website']).toBe('https://spam.example');
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

  test('that is corrected no longer blocks the form', async () => {
    const { form, requests } = formWorld();
    await form.submit({ ...filledIn, email: 'dana@' }, '');
    await form.submit(filledIn, '');
    expect(form.$view.get()).toEqual({ state: 'sent' });
    expect(requests).toHaveLength(1);
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

describe('the id', () => {
  const idsOf = (requests: { body: Record<string, unknown> }[]) =>
    requests.map(({ body }) => body['id']);

  test('is made when the form is first sent', async () => {
    const { form, ids } = formWorld();
    form.remember(filledIn);
    expect(ids).toEqual([]);
    await form.submit(filledIn, '');
    expect(ids).toHaveLength(1);
  });

  test('stays the same until the lead is stored, whatever went wrong', async () => {
    const lost = new TypeError('Failed to fetch');
    const problem = { field: 'email', error: 'Invalid email address' };
    const { form, requests, ids } = formWorld([lost, answer(503), answer(422, problem)]);
    for (let press = 0; press < 4; press++) await form.submit(filledIn, '');
    expect(idsOf(requests)).toEqual([ids[0], ids[0], ids[0], ids[0]]);
    expect(form.$view.get()).toEqual({ state: 'sent' });
  });

  test('stays the same over a reload after a lost answer', async () => {
    const { form, reload, requests } = formWorld([new TypeError('Failed to fetch')]);
    await form.submit(filledIn, '');
    await reload().submit(filledIn, '');
    expect(new Set(idsOf(requests)).size).toBe(1);
  });

  test('stays the same when the visitor leaves the page during the request', async () => {
    const { promise } = Promise.withResolvers<Response>();
    const { form, reload, requests } = formWorld([promise]);
    void form.submit(filledIn, '');
    await reload().submit(filledIn, '');
    expect(new Set(idsOf(requests)).size).toBe(1);
  });

  test('stays the same when spaces at the ends are all that changed', async () => {
    const { form, reload, requests } = formWorld([answer(503)]);
    await form.submit(filledIn, '');
    await reload().submit(
      { ...filledIn, name: ` ${filledIn.name} `, message: filledIn.message + '\n' },
      '',
    );
    expect(new Set(idsOf(requests)).size).toBe(1);
  });

  test.each<Partial<typeof filledIn>>([
    { name: 'Dana Row' },
    { email: 'dana@example.org' },
    { phone: '(713) 555-0143' },
    { company: 'Another Company' },
    { industry: 'other' },
    { message: '' },
  ])('is new for other words, also after a lost answer and a reload: %j', async (different) => {
    const lost = () => new TypeError('Failed to fetch');
    const { form, reload, requests } = formWorld([lost(), lost()]);
    await form.submit(filledIn, '');
    await form.submit({ ...filledIn, ...different }, '');
    await reload().submit(filledIn, '');
    expect(new Set(idsOf(requests)).size).toBe(3);
  });

  test('is new for the same words in another form', async () => {
    const { memory } = visit();
    const { form, requests } = formWorld([answer(503)], { memory });
    await form.submit(filledIn, '');
    const other = formWorld([], { memory, source: 'contact_form' });
    await other.form.submit(filledIn, '');
    expect(other.requests[0]?.body['id']).not.toBe(requests[0]?.body['id']);
  });

  test('of a form that was sent on another page meanwhile is not used again', async () => {
    const { memory } = visit();
    const { form, requests } = formWorld([], { memory });
    form.remember(filledIn);
    const other = formWorld([], { memory, source: 'contact_form' });
    await other.form.submit(filledIn, '');
    await form.submit({ ...filledIn, company: 'Another Company' }, '');
    expect(requests[0]?.body['id']).not.toBe(other.requests[0]?.body['id']);
  });

  test('that a duplicated tab copied is used for the same words only', async () => {
    const { values, memory } = visit();
    const { form, requests } = formWorld([answer(503)], { memory });
    await form.submit(filledIn, '');
    const copy = visit();
    for (const [key, value] of values) copy.values.set(key, value);
    const tab = formWorld([answer(503)], { memory: copy.memory });
    await tab.form.submit(filledIn, '');
    await tab.form.submit({ ...filledIn, company: 'Another Company' }, '');
    const [same, other] = idsOf(tab.requests);
    expect(same).toBe(requests[0]?.body['id']);
    expect(other).not.toBe(same);
  });

  test('that is taken is replaced, and the words are sent once more', async () => {
    const { form, requests, toasts, ids } = formWorld([answer(409, { error: 'Taken.' })]);
    await form.submit(filledIn, '', { open_ms: 48_120 });
    expect(idsOf(requests)).toEqual(ids);
    expect(ids).toHaveLength(2);
    expect(requests[1]?.body).toEqual({ ...requests[0]?.body, id: ids[1] });
    expect(form.$view.get()).toEqual({ state: 'sent' });
    expect(toasts.map(({ title }) => title)).toEqual(['Thank you for contacting us!']);
  });

  test('that is taken twice is a failure', async () => {
    const { form, requests, toasts, kept } = formWorld([answer(409), answer(409)]);
    await form.submit(filledIn, '');
    expect(requests).toHaveLength(2);
    expect(form.$view.get()).toEqual({ state: 'editing' });
    expect(toasts).toMatchObject([{ title: 'Submission Failed', destructive: true }]);
    expect(kept()?.draft).toEqual(filledIn);
  });

  test('that replaced a taken one is the one of a retry', async () => {
    const { form, reload, requests, ids } = formWorld([answer(409), answer(503)]);
    await form.submit(filledIn, '');
    await reload().submit(filledIn, '');
    expect(idsOf(requests)).toEqual([ids[0], ids[1], ids[1]]);
  });

  test('is new for the next request after success, also after a reload', async () => {
    const { form, reload, requests } = formWorld();
    await form.submit(filledIn, '');
    form.again();
    await form.submit(filledIn, '');
    await reload().submit(filledIn, '');
    expect(new Set(idsOf(requests)).size).toBe(3);
  });
});

describe('the draft', () => {
  test('is remembered as it was typed', () => {
    const { form, kept } = formWorld();
    const typed = { ...filledIn, name: ' Dana ', email: 'dana@', consent_marketing: false };
    form.remember(typed);
    expect(kept()).toEqual({ draft: typed });
  });

  test('is kept before the request goes out, and cleared on success', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { form, kept, ids } = formWorld([promise]);
    const press = form.submit(filledIn, '');
    expect(kept()).toMatchObject({ draft: filledIn, sent: { id: ids[0] } });
    resolve(stored(ids[0]));
    await press;
    expect(kept()).toBeUndefined();
  });

  test.each([
    ['no network', () => new TypeError('Failed to fetch')],
    ['no answer in time', () => new DOMException('signal timed out', 'TimeoutError')],
    ['a 400', () => answer(400)],
    ['a 413', () => answer(413)],
    ['a 429', () => answer(429)],
    ['a 500', () => answer(500)],
    ['a 502 of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a 503', () => answer(503)],
    ['a 422 that says nothing', () => answer(422)],
    ['the login page of a hotel', () => new Response('<h1>Welcome</h1>')],
    ['a 201 that is not about this lead', () => answer(201, { id: someId })],
  ])('is kept after %s, the failure is shown, and a retry succeeds', async (_, failure) => {
    const { form, kept, toasts } = formWorld([failure()]);
    await form.submit(filledIn, '');
    expect(form.$view.get()).toEqual({ state: 'editing' });
    expect(kept()?.draft).toEqual(filledIn);
    expect(toasts).toHaveLength(1);
    expect(toasts[0]).toMatchObject({ title: 'Submission Failed', destructive: true });
    await form.submit(filledIn, '');
    expect(form.$view.get()).toEqual({ state: 'sent' });
  });

  test('continues in the form of another page', () => {
    const { memory } = visit();
    formWorld([], { memory }).form.remember(filledIn);
    expect(formWorld([], { memory, source: 'contact_form' }).kept()?.draft).toEqual(filledIn);
  });

  test('keeps the id of what was sent when it is edited', async () => {
    const { form, kept, ids } = formWorld([answer(503)]);
    await form.submit(filledIn, '');
    form.remember({ ...filledIn, name: 'Dana R' });
    expect(kept()).toMatchObject({ draft: { name: 'Dana R' }, sent: { id: ids[0] } });
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

describe('without a network', () => {
  const offline = new TypeError('Failed to fetch');

  test('other words wait for their own press', async () => {
    const { form, line, requests } = formWorld([offline]);
    line.cut();
    await form.submit(filledIn, '');
    form.correcting('name');
    expect(form.$view.get()).toEqual({ state: 'editing' });
    line.restore();
    expect(form.$view.get()).toEqual({ state: 'editing' });
    expect(requests).toHaveLength(1);
  });

  test('a press is enough, also before the line is back', async () => {
    const { form, line, requests, ids } = formWorld([offline, offline]);
    line.cut();
    await form.submit(filledIn, '');
    await form.submit(filledIn, '');
    expect(form.$view.get()).toEqual({ state: 'editing', notice: 'offline' });
    line.restore();
    await vi.waitFor(() => {
      expect(form.$view.get()).toEqual({ state: 'sent' });
    });
    expect(requests).toHaveLength(3);
    expect(ids).toHaveLength(1);
  });

  test('a line that is back, but reaches nobody yet, is waited for without another toast', async () => {
    const { form, line, requests, ids, toasts } = formWorld([offline, offline]);
    line.cut();
    await form.submit(filledIn, '');
    line.restore();
    await vi.waitFor(() => {
      expect(requests).toHaveLength(2);
      expect(form.$view.get()).toEqual({ state: 'editing', notice: 'offline' });
    });
    expect(toasts).toHaveLength(1);
    line.restore();
    await vi.waitFor(() => {
      expect(form.$view.get()).toEqual({ state: 'sent' });
    });
    expect(ids).toHaveLength(1);
  });

  test('a form that is opened again offers to send what it kept, as the same lead', async () => {
    const { form, reload, line, requests } = formWorld([offline]);
    line.cut();
    await form.submit(filledIn, '');
    const opened = reload();
    expect(opened.$view.get()).toEqual({ state: 'editing', notice: 'unsent' });
    await opened.submit(filledIn, '');
    expect(opened.$view.get()).toEqual({ state: 'sent' });
    expect(new Set(requests.map(({ body }) => body['id'])).size).toBe(1);
    expect(reload().$view.get()).toEqual({ state: 'editing' });
  });

  test('a server that fails is no missing line', async () => {
    const { form, toasts } = formWorld([offline]);
    await form.submit(filledIn, '');
    expect(form.$view.get()).toEqual({ state: 'editing' });
    expect(toasts[0]?.description).toBe(
      'There was an error submitting your form. Please try again.',
    );
  });
});
