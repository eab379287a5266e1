import { describe, expect, test, vi } from 'vitest';
import { filledIn } from '../../support/builders/filled-in.ts';
import { answer, formWorld, stored } from '../../support/worlds/form-world.ts';

describe('the draft', () => {
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
    ['a 429', () => answer(429)],
    ['a 503', () => answer(503)],
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

  test('keeps the id of what was sent when it is edited', async () => {
    const { form, kept, ids } = formWorld([answer(503)]);
    await form.submit(filledIn, '');
    form.remember({ ...filledIn, name: 'Dana R' });
    expect(kept()).toMatchObject({ draft: { name: 'Dana R' }, sent: { id: ids[0] } });
  });
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

  test('words that change during an attempt that fails wait for their own press, too', async () => {
    const { promise, reject } = Promise.withResolvers<Response>();
    const { form, line, requests, toasts } = formWorld([offline, promise]);
    line.cut();
    await form.submit(filledIn, '');
    line.restore();
    form.correcting('consent_marketing');
    line.cut();
    reject(offline);
    await vi.waitFor(() => {
      expect(form.$view.get()).toEqual({ state: 'editing' });
    });
    expect(toasts).toHaveLength(2);
    line.restore();
    await Promise.resolve();
    expect(requests).toHaveLength(2);
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

  test('the form waits on, without another toast, if the line is back but reaches nobody', async () => {
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
});
