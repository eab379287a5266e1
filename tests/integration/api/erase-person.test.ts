import { idsBy } from '../../support/worlds/stored.ts';
import { describe, expect, test } from 'vitest';
import { api } from '../../../src/shared/api.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { storeMany } from '../../support/builders/many-leads.ts';
import { aRecord } from '../../support/builders/record.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

async function open() {
  const world = await staffWorld();
  return { ...world, erase: (body: unknown) => world.post(api.erasePerson, body) };
}

const dana = 'dana@example.com';

describe('erasing a person', () => {
  test('first counts the leads, without erasing any', async () => {
    const world = await open();
    const record = await world.lead();
    await world.lead({ email: 'ann@loe.example' });
    expect(await world.erase({ email: '  DANA@Example.com ' })).toEqual({
      status: 200,
      body: { count: 1, more: false, names: ['Dana Roe'] },
    });
    expect(await world.store.get(record.id)).toEqual(record);
    expect((await world.store.audit({ limit: 5 })).entries).toEqual([]);
  });

  test('erases all leads of that person, and no other', async () => {
    const world = await open();
    const other = await world.lead({ email: 'ann@loe.example' });
    await world.lead({ email: 'Dana@Example.com' });
    await world.lead();
    expect(await world.erase({ email: dana, count: 2 })).toEqual({
      status: 200,
      body: { erased: 2 },
    });
    expect(await idsBy(world.store, dana, 5)).toEqual([]);
    expect(await world.store.get(other.id)).toEqual(other);
  });

  test('erases no lead if the count has changed in between', async () => {
    const world = await open();
    for (let i = 0; i < 2; i++) await world.lead();
    expect(await world.erase({ email: dana, count: 1 })).toEqual({
      status: 409,
      body: {
        error: 'There are 2 leads of this person now.',
        count: 2,
        more: false,
        names: ['Dana Roe'],
      },
    });
    expect(await idsBy(world.store, dana, 5)).toHaveLength(2);
  });

  describe('with a phone number that other people also gave', () => {
    const both = '(713) 555-0142 / 281 555 0100';
    const held: Delivery = { state: 'held', reasons: ['honeypot'] };
    const seeded = async (world: Awaited<ReturnType<typeof open>>) => {
      const own = aRecord({ phone: both });
      const other = aRecord({
        name: 'D. Roe',
        email: 'd.roe@work.example',
        phone: '+1 713-555-0142',
      });
      const id = crypto.randomUUID();
      const put = { ...other, id, phone: '2815550100', delivery: held, archived: true };
      const stranger = aRecord({ email: 'ann@loe.example', phone: '(832) 555-0199' });
      for (const record of [own, other, put, stranger]) await world.store.create(record);
      const left = async () => {
        const ids = [own, other, put, stranger].map(({ id }) => world.store.get(id));
        return (await Promise.all(ids)).flatMap((record) => record?.email ?? []);
      };
      return { other, stranger, left };
    };

    test('counts and names the other people by the number alone, and leaves their leads without it', async () => {
      const world = await open();
      const { other, stranger, left } = await seeded(world);
      expect(await world.erase({ email: dana })).toMatchObject({ body: { count: 1 } });
      const all = { count: 3, names: ['D. Roe', 'Dana Roe'] };
      expect(await world.erase({ email: dana, phone: both })).toMatchObject({ body: all });
      expect(await world.erase({ email: dana, phone: both, count: 1 })).toMatchObject({
        status: 409,
        body: all,
      });
      expect(await left()).toHaveLength(4);
      expect(await world.erase({ email: dana, count: 1 })).toMatchObject({ body: { erased: 1 } });
      expect(await left()).toEqual([other.email, other.email, stranger.email]);
    });

    test('erases by the second of two numbers', async () => {
      const world = await open();
      const { other, stranger, left } = await seeded(world);
      expect(await world.erase({ phone: '+1 281-555-0100', count: 2 })).toMatchObject({
        body: { erased: 2 },
      });
      expect(await left()).toEqual([other.email, stranger.email]);
    });

    test('erases all leads with the address or the number, including held and archived ones', async () => {
      const world = await open();
      const { stranger, left } = await seeded(world);
      expect(await world.erase({ email: dana, phone: both, count: 3 })).toMatchObject({
        body: { erased: 3 },
      });
      expect(await left()).toEqual([stranger.email]);
    });
  });

  test('takes a thousand leads at a time, and says if there are more', async () => {
    const world = await open();
    await storeMany(world.store, 1003, () => aRecord());
    expect(await world.erase({ email: dana })).toMatchObject({ body: { count: 1000, more: true } });
    expect(await world.erase({ email: dana, count: 1000 })).toMatchObject({
      body: { erased: 1000 },
    });
    expect(await world.erase({ email: dana })).toMatchObject({ body: { count: 3, more: false } });
  });

  test.each<[unknown, string]>([
    [{}, 'Please give an e-mail address, or a phone number of seven digits or more.'],
    [[], 'Please give an e-mail address, or a phone number of seven digits or more.'],
    [{ email: '  ' }, 'Please give an e-mail address, or a phone number of seven digits or more.'],
    [{ email: 5 }, 'Please give a whole e-mail address.'],
    [{ email: `${'x'.repeat(300)}@a.example` }, 'Please give a whole e-mail address.'],
    [{ phone: '12' }, 'Please give a phone number of seven digits or more.'],
  ])('refuses %j', async (body, error) => {
    const world = await open();
    expect(await world.erase(body)).toMatchObject({ status: 422, body: { error } });
  });
});
