import { describe, expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { callsOn, dana, personWorld } from '../../support/worlds/person-world.ts';
import { aSubmission, submitting, withoutChance } from '../../support/builders/requests.ts';
import { webhookAt } from '../../support/worlds/world.ts';

const { email, phone } = dana;
const same = { email: ' Dana@Example.com ', phone: '713.555.0142 ext. 3' };
const stranger = { email: 'ann@loe.example', phone: '(832) 555-0199' };

const held = { state: 'held', reasons: ['asked-to-stop'] };
const onBy = (how: string) => ({ on: true, at: expect.any(String) as string, how });
const off = { on: false };

describe('a person on the do-not-contact list', () => {
  test('is thanked but held, by e-mail or by phone in any notation, until an admin takes them off', async () => {
    const { put, send } = await personWorld();
    expect((await send(dana)).delivery).toEqual({ state: 'off' });
    const { status, body } = await put({ email, phone, on: true });
    expect({ status, body }).toEqual({ status: 200, body: onBy('admin') });
    const { delivery, opted_out } = await send({ ...dana, website: 'https://spam.example' });
    expect(delivery).toEqual({ state: 'held', reasons: ['asked-to-stop', 'honeypot'] });
    expect(opted_out).toEqual({ at: body.at, how: 'admin' });
    expect((await send({ ...stranger, email: same.email.trim() })).delivery).toEqual(held);
    expect((await send({ ...stranger, phone: same.phone })).delivery).toEqual(held);
    const secondNumber = `281 555 0100 / ${phone}`;
    expect((await send({ ...stranger, phone: secondNumber })).delivery).toEqual(held);
    expect((await send(stranger)).delivery).toEqual({ state: 'off' });
    expect(await put({ ...same })).toEqual({ status: 200, body: onBy('admin') });
    expect(await put({ ...same, on: false })).toEqual({ status: 200, body: off });
    expect(await put({ email, phone })).toEqual({ status: 200, body: off });
  });

  test.each([true, false])(
    'has a lead held if the list names them when it is stored: %s',
    async (turned) => {
      const { put, store, world } = await personWorld();
      await put({ ...dana, on: !turned });
      const create: Store['create'] = async (...lead) => {
        await put({ ...dana, on: turned });
        return store.create(...lead);
      };
      const meanwhile = { ...world, store: () => Promise.resolve({ ...store, create }) };
      const lead = aSubmission(dana);
      expect((await submitContact(submitting(lead), meanwhile)).status).toBe(201);
      await world.settled();
      expect(Boolean((await store.get(lead.id))?.opted_out)).toBe(turned);
    },
  );

  test('stays on the list when they are erased', async () => {
    const { put, send, erase } = await personWorld();
    await send(dana);
    await put({ email, phone, on: true });
    expect((await erase({ email, count: 1 })).status).toBe(200);
    expect((await send({ ...stranger, phone })).delivery).toEqual(held);
  });

  test('is in the audit log once, with the ID of a lead and no personal data', async () => {
    const { put, send, entries } = await personWorld();
    const { id } = await send(dana);
    for (const on of [true, true, false]) await put({ email, phone, on, submissionId: id });
    await put({ phone, on: true });
    const logged = await entries();
    expect(logged).toMatchObject([
      { event: { action: 'opted-out', submission: null } },
      { event: { action: 'opted-in', submission: id } },
      { event: { action: 'opted-out', submission: id }, by: { name: 'ada@example.com' } },
    ]);
    expect(withoutChance(JSON.stringify(logged))).not.toMatch(/dana|713|555-?0142/i);
  });
});

describe('an opt-out', () => {
  test.each(['missing', 'off'] as const)(
    'holds a lead that arrives at the same moment, while WEBHOOK_URL is %s',
    async (state) => {
      const { put, send, store, world } = await personWorld({ webhook: { state } });
      const create = store.create.bind(store);
      store.create = async (...how) => {
        await put({ ...dana, on: true });
        return create(...how);
      };
      const { id } = await send(dana);
      await world.settled();
      const marked = { delivery: state === 'off' ? { state } : held, opted_out: { how: 'admin' } };
      expect(await store.get(id)).toMatchObject(marked);
    },
  );

  test('stays on the person’s leads if “Allow contact again” comes at the same moment', async () => {
    let time = Date.UTC(2026, 2, 2);
    const { put, send, store } = await personWorld({ now: () => new Date((time += 1)) });
    const { id } = await send(dana);
    await put({ ...dana, on: true });
    const change = store.change.bind(store);
    store.change = async (...how) => {
      store.change = change;
      await put({ ...dana, on: true });
      return change(...how);
    };
    await put({ ...dana, on: false });
    expect(await put(dana)).toMatchObject({ body: onBy('admin') });
    expect((await store.get(id))?.opted_out).toMatchObject({ how: 'admin' });
  });
});

describe('a lead of a person on the list', () => {
  test('is accepted and not held if the list can’t be read', async () => {
    const { store, put } = await personWorld();
    await put({ email, on: true });
    const optOuts = () => Promise.reject(new StoreUnavailable('no list'));
    const { send, world } = callsOn({ ...store, optOuts });
    expect((await send(dana)).delivery).toEqual({ state: 'off' });
    expect(world.logged).toContainEqual(expect.objectContaining({ event: 'opt-out-not-read' }));
  });

  test('is accepted and not held without a privacy key, and an admin reads what to set', async () => {
    const { put, send } = await personWorld({ personHash: undefined });
    expect((await send(dana)).delivery).toEqual({ state: 'off' });
    for (const on of [true, false, undefined]) {
      expect(await put({ email, on })).toEqual({
        status: 503,
        body: { error: expect.stringMatching(/^PRIVACY_KEY is not set.+: set it to/) as string },
      });
    }
  });
});

describe('releasing a lead of a person on the list', () => {
  const webhook = webhookAt(new URL('http://127.0.0.1:9/'));
  const refused = {
    status: 409,
    body: {
      error: expect.stringMatching(/^This person asked not to be contacted/) as string,
    },
  };

  test('sends it, and takes the person off the list with all their leads', async () => {
    const { store, put, send, release, resend, entries } = await personWorld({ webhook });
    await put({ email, phone, on: true });
    const [{ id }, other, spam] = [
      await send(dana),
      await send({ ...stranger, phone }),
      await send({ ...dana, website: 'https://spam.example' }),
    ];
    expect(await resend({ submissionId: id })).toEqual(refused);
    expect((await release({ submissionId: id })).status).toBe(200);
    for (const leadId of [id, other.id]) {
      expect(await store.get(leadId)).toMatchObject({ opted_out: null });
      expect((await store.get(leadId))?.delivery.state).toBe('pending');
    }
    const spamOnly = { opted_out: null, delivery: { state: 'held', reasons: ['honeypot'] } };
    expect(await store.get(spam.id)).toMatchObject(spamOnly);
    expect(await put({ email, phone, submissionId: id })).toMatchObject({ body: off });
    expect(await entries()).toMatchObject([
      { event: { action: 'released', submission: id } },
      { event: { action: 'opted-in', submission: id } },
      { event: { action: 'opted-out' } },
    ]);
  });

  test('keeps on the list the number or address that the lead does not have', async () => {
    const { put, send, release } = await personWorld({ webhook });
    const wife = { ...stranger, phone };
    await put({ email, phone, on: true });
    const { id } = await send(wife);
    expect((await release({ submissionId: id })).status).toBe(200);
    expect(await put({ email })).toMatchObject({ body: { on: true } });
    expect((await send(dana)).delivery).toEqual(held);
    expect((await send(wife)).delivery.state).toBe('pending');
  });

  test.each(['832-4567 ext 123', '44 20 7946 0958'])(
    'takes an invalid phone number off the list: %s',
    async (odd) => {
      const { put, send, release } = await personWorld({ webhook });
      await put({ phone: odd, on: true });
      const lead = await send({ ...stranger, phone: odd });
      expect(lead.delivery).toEqual(held);
      expect((await release({ submissionId: lead.id })).status).toBe(200);
      expect(await put({ phone: odd })).toMatchObject({ body: off });
    },
  );

  test('is refused for an opt-out that the admin has not seen, and marks the lead with it', async () => {
    const { put, send, release, store } = await personWorld({ webhook });
    const { id } = await send({ ...dana, website: 'https://spam.example' });
    await put({ phone: same.phone, on: true });
    expect(await release({ submissionId: id, was: null })).toEqual(refused);
    const seen = (await store.get(id))?.opted_out?.at ?? expect.unreachable();
    // The person opts out again while the panel shows the first time.
    await put({ email, on: true });
    expect(await release({ submissionId: id, was: seen })).toEqual(refused);
    const was = (await store.get(id))?.opted_out?.at;
    expect(was).not.toBe(seen);
    expect(await put({ email, phone })).toMatchObject({ body: { on: true, at: was } });
    expect((await release({ submissionId: id, was })).status).toBe(200);
  });

  test.each<keyof Store>(['allowContact', 'change'])(
    'does not end an opt-out that comes just before the store’s %s',
    async (step) => {
      let time = Date.UTC(2026, 2, 2);
      const world = await personWorld({ now: () => new Date((time += 1)) });
      const { put, send, release, store } = world;
      if (step === 'allowContact') await put({ ...dana, on: true });
      const { id, opted_out } = await send({ ...dana, website: 'https://spam.example' });
      const call = store[step].bind(store) as (...how: unknown[]) => Promise<unknown>;
      const asked = async (...how: unknown[]) => {
        Object.assign(store, { [step]: call });
        await put({ ...dana, on: true });
        return call(...how);
      };
      Object.assign(store, { [step]: asked });
      expect(await release({ submissionId: id, was: opted_out?.at ?? null })).toEqual(refused);
      expect(await put(dana)).toMatchObject({ body: { on: true } });
      expect((await store.get(id))?.delivery.state).toBe('held');
    },
  );

  test('is refused if the list names the person but the lead has no mark', async () => {
    const { store, put, send, release } = await personWorld({ webhook });
    const { id } = await send({ ...dana, website: 'https://spam.example' });
    await put({ phone: same.phone, on: true });
    const spam = { state: 'held' as const, reasons: ['honeypot'] };
    await store.change(id, (lead) => ({ ...lead, opted_out: null, delivery: spam }));
    expect(await release({ submissionId: id })).toEqual(refused);
    const reasons = ['asked-to-stop', 'honeypot'];
    expect((await store.get(id))?.delivery).toEqual({ state: 'held', reasons });
  });
});

const noPerson = 'Please give an e-mail address, or a phone number of seven digits or more.';
const noEmail = 'Please give a whole e-mail address.';
const noPhone = 'Please give a phone number of seven digits or more.';
const noChoice = 'Please send on as true or false.';
const noLead = 'Please send the submission’s id as submissionId.';

test.each<[unknown, string, string?]>([
  [{}, noPerson, 'email'],
  [{ email: '', phone: ' ', on: true }, noPerson, 'email'],
  [null, noPerson, 'email'],
  [{ email: 'dana', on: true }, noEmail, 'email'],
  [{ email: `${'a'.repeat(256)}@example.com`, on: true }, noEmail, 'email'],
  [{ phone: 'none', on: true }, noPhone, 'phone'],
  [{ email, phone: '555-014', on: true }, noPhone, 'phone'],
  [{ email, on: 'yes' }, noChoice, 'on'],
  [{ email, on: true, submissionId: '' }, noLead, 'submissionId'],
])('/api/do-not-contact answers 422 to %j: %s', async (body, error, field) => {
  const { put, entries } = await personWorld();
  const problem = field === undefined ? { error } : { error, field };
  expect(await put(JSON.stringify(body))).toEqual({ status: 422, body: problem });
  expect(await entries()).toEqual([]);
});
