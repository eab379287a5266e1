import { describe, expect, test } from 'vitest';
import { heldOnly, noFilter } from '../../../../src/islands/inbox/filters/filter.ts';
import { lead, leads } from '../../../support/pages/fake-inbox.ts';
import { listWorld } from '../../../support/worlds/inbox-world.ts';

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
