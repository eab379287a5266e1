import { describe, expect, test } from 'vitest';
import { checkEvery, raisedAfter } from '../../../../src/islands/inbox/alarm/alarm-store.ts';
import { heldOnly, noFilter } from '../../../../src/islands/inbox/filters/filter.ts';
import { healthOf } from '../../../support/builders/health.ts';
import { lead, leads } from '../../../support/pages/fake-inbox.ts';
import { alarmWorld, listWorld } from '../../../support/worlds/inbox-world.ts';

describe('the alarm for held leads', () => {
  test('appears after four hours, and disappears when no lead is held', async () => {
    expect(raisedAfter.held).toBe(4 * 60 * 60);
    const { later, alarm, world } = alarmWorld(null);
    world.answer = () => Response.json(healthOf(null, raisedAfter.held - 1));
    await alarm.check();
    expect(alarm.$strips.get()).toEqual({});
    world.answer = () => Response.json(healthOf(null, raisedAfter.held));
    await later(checkEvery);
    expect(alarm.$strips.get()).toEqual({ held: { seconds: raisedAfter.held, isOver: false } });
    world.answer = () => Response.json(healthOf(null));
    await later(checkEvery);
    expect(alarm.$strips.get()).toEqual({});
  });

  test('can be hidden on its own', async () => {
    const { alarm, world } = alarmWorld(null);
    world.answer = () => Response.json(healthOf(raisedAfter.undelivered, raisedAfter.held));
    await alarm.check();
    expect(Object.keys(alarm.$strips.get()).toSorted()).toEqual(['held', 'undelivered']);
    alarm.hide('held');
    expect(Object.keys(alarm.$strips.get())).toEqual(['undelivered']);
  });
});

const held = (id: string) => ({
  ...lead(0),
  id,
  delivery: { state: 'held' as const, reasons: ['too_fast'] },
});

describe('the count of held leads', () => {
  test('is the same with every filter, and follows the server', async () => {
    const { list, functions, settled, show } = listWorld(leads(60));
    expect(list.$held.get()).toBeUndefined();
    void list.load('first');
    await settled();
    expect(list.$held.get()).toBe(0);
    functions.rows = [held('a'), held('b'), ...functions.rows];
    await list.refresh();
    expect(list.$held.get()).toBe(2);
    await list.load('more');
    expect(list.$held.get(), 'later pages do not have the count').toBe(2);
    show({ ...noFilter, q: 'nobody' });
    await settled();
    expect(list.$held.get()).toBe(2);
  });

  test('drops as soon as a lead is released', async () => {
    const { list, settled } = listWorld([held('a'), held('b')], heldOnly);
    void list.load('first');
    await settled();
    list.update('a', { attempts: [] });
    expect(list.$held.get()).toBe(2);
    list.update('a', { delivery: { state: 'off' } });
    list.update('a', { delivery: { state: 'delivered', at: lead(0).created_at } });
    expect(list.$held.get()).toBe(1);
  });
});
