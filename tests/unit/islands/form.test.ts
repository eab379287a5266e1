import { describe, expect, test, vi } from 'vitest';
import { fields } from '../../../src/shared/fields.ts';
import { contactForm } from '../../../src/copy/contact-form.ts';
import { filledIn } from '../../support/builders/filled-in.ts';
import { answer, formWorld, stored, visit } from '../../support/worlds/form-world.ts';

const lost = () => new TypeError('Failed to fetch');
const idsOf = (requests: { body: Record<string, unknown> }[]) =>
  requests.map(({ body }) => body['id']);

test('a double press makes one request and one thank-you, even if the form is edited in between', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { form, requests, toasts, ids, kept } = formWorld([promise]);
  const presses = [form.submit(filledIn, ''), form.submit(filledIn, '')];
  form.correcting('name');
  await presses[1];
  expect(form.$view.get()).toEqual({ state: 'submitting' });
  expect(kept()).toMatchObject({ draft: filledIn, unconfirmed: { id: ids[0] } });
  resolve(stored(ids[0]));
  await presses[0];
  expect(requests).toHaveLength(1);
  expect(toasts).toMatchObject([{ title: 'Thank you for contacting us!' }]);
  expect(form.$view.get()).toEqual({ state: 'sent' });
  expect(kept()).toBeUndefined();
});

describe('the id', () => {
  test('is created on the first send, and kept through every failure until the lead is stored', async () => {
    const problem = { field: 'email', error: 'Invalid email address' };
    const { form, requests, ids, kept } = formWorld([lost(), answer(503), answer(422, problem)]);
    form.remember(filledIn);
    expect(ids).toEqual([]);
    for (let press = 0; press < 4; press++) {
      await form.submit(filledIn, '');
      if (press === 0) form.remember({ ...filledIn, name: 'Dana R' });
      if (press < 3) expect(kept()).toMatchObject({ unconfirmed: { id: ids[0] } });
    }
    expect(idsOf(requests)).toEqual([ids[0], ids[0], ids[0], ids[0]]);
    expect(form.$view.get()).toEqual({ state: 'sent' });
  });

  test('is kept when the visitor leaves during the request, or when only surrounding spaces changed', async () => {
    const { promise } = Promise.withResolvers<Response>();
    const { form, reload, requests } = formWorld([promise]);
    void form.submit(filledIn, '');
    const { name, message } = filledIn;
    await reload().submit({ ...filledIn, name: ` ${name} `, message: `${message}\n` }, '');
    expect(new Set(idsOf(requests)).size).toBe(1);
  });

  test('is the same on an earlier copy of the page, as after Back', async () => {
    const { form, reload, requests } = formWorld([lost()]);
    await reload().submit(filledIn, '');
    await form.submit(filledIn, '');
    expect(new Set(idsOf(requests)).size).toBe(1);
  });

  test.each(fields.filter(({ kind }) => kind !== 'consent'))(
    'is new for other words, even after a lost answer and a reload: $name',
    async ({ name, kind }) => {
      const { form, reload, requests } = formWorld([lost(), lost()]);
      await form.submit(filledIn, '');
      const other = kind === 'email' ? 'dana@example.org' : 'Other';
      await form.submit({ ...filledIn, [name]: other }, '');
      await reload().submit(filledIn, '');
      expect(new Set(idsOf(requests)).size).toBe(3);
    },
  );

  test('is new for the same words in another form, and after success', async () => {
    const { memory } = visit();
    const { form, requests } = formWorld([answer(503)], { memory });
    await form.submit(filledIn, '');
    const other = formWorld([], { memory, source: 'contact_form' });
    for (let press = 0; press < 2; press++) {
      await other.form.submit(filledIn, '');
      other.form.again();
    }
    expect(new Set(idsOf([...requests, ...other.requests])).size).toBe(3);
  });

  test('is replaced if it is taken, and the words are sent once more, even in a retry', async () => {
    const { form, reload, requests, toasts, ids, kept } = formWorld([
      answer(409),
      answer(409),
      answer(409),
    ]);
    await form.submit(filledIn, '', { open_ms: 48_120 });
    expect(requests[1]?.body).toEqual({ ...requests[0]?.body, id: ids[1] });
    const status = 'There was an error submitting your form. Please try again.';
    expect(form.$view.get()).toEqual({ state: 'editing', status });
    expect(toasts).toMatchObject([{ title: 'Submission Failed', destructive: true }]);
    expect(kept()?.draft).toEqual(filledIn);
    const again = reload();
    await again.submit(filledIn, '');
    expect(idsOf(requests)).toEqual([ids[0], ids[1], ids[1], ids[2]]);
    expect(again.$view.get()).toEqual({ state: 'sent' });
  });
});

describe('without a network', () => {
  test('changed words are sent only after another press', async () => {
    const { form, line, requests } = formWorld([lost()]);
    line.cut();
    await form.submit(filledIn, '');
    form.correcting('name');
    line.restore();
    expect(form.$view.get()).toEqual({ state: 'editing' });
    expect(requests).toHaveLength(1);
  });

  test('words that change during a failing attempt are sent only after another press', async () => {
    const { promise, reject } = Promise.withResolvers<Response>();
    const { form, line, requests, toasts } = formWorld([lost(), promise]);
    line.cut();
    await form.submit(filledIn, '');
    line.restore();
    form.correcting('consent_marketing');
    line.cut();
    reject(lost());
    await vi.waitFor(() => expect(form.$view.get()).toMatchObject({ state: 'editing' }));
    expect(toasts).toHaveLength(2);
    line.restore();
    await Promise.resolve();
    expect(requests).toHaveLength(2);
  });

  test('the form keeps waiting if the network returns but the server is unreachable, and sends one lead', async () => {
    const { form, line, requests, ids, toasts } = formWorld([lost(), lost(), lost()]);
    line.cut();
    await form.submit(filledIn, '');
    await form.submit(filledIn, '');
    const waiting = { state: 'editing', status: contactForm.statuses.offline };
    expect(form.$view.get()).toEqual(waiting);
    expect(toasts).toHaveLength(2);
    line.restore();
    await vi.waitFor(() => {
      expect(requests).toHaveLength(3);
      expect(form.$view.get()).toEqual(waiting);
    });
    expect(toasts).toHaveLength(2);
    line.restore();
    await vi.waitFor(() => expect(form.$view.get()).toEqual({ state: 'sent' }));
    expect(requests).toHaveLength(4);
    expect(ids).toHaveLength(1);
  });

  test('a lead that was erased in the meantime is not sent again without another press', async () => {
    const { form, line, requests, ids } = formWorld([lost(), answer(409), answer(409)]);
    line.cut();
    await form.submit(filledIn, '');
    line.restore();
    const { description: status } = contactForm.words.failed;
    await vi.waitFor(() => expect(form.$view.get()).toEqual({ state: 'editing', status }));
    expect([requests.length, ids.length]).toEqual([2, 1]);
    await form.submit(filledIn, '');
    expect([form.$view.get().state, ids.length]).toEqual(['sent', 2]);
  });
});
