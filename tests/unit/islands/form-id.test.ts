import { describe, expect, test } from 'vitest';
import { fields } from '../../../src/shared/fields.ts';
import { filledIn } from '../../support/builders/filled-in.ts';
import { answer, formWorld, visit } from '../../support/worlds/form-world.ts';

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

  test.each(fields.filter(({ kind }) => kind !== 'consent'))(
    'is new for other words, also after a lost answer and a reload: $name',
    async ({ name, kind }) => {
      const lost = () => new TypeError('Failed to fetch');
      const { form, reload, requests } = formWorld([lost(), lost()]);
      await form.submit(filledIn, '');
      const other = kind === 'email' ? 'dana@example.org' : 'Other';
      await form.submit({ ...filledIn, [name]: other }, '');
      await reload().submit(filledIn, '');
      expect(new Set(idsOf(requests)).size).toBe(3);
    },
  );

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
