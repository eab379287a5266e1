/** Every address in NOTICE_TO gets one notice when a call back is due. */
import { expect, test } from 'vitest';
import { openTick } from '../../../functions/tick.ts';
import type { MakeEngine } from '../../support/worlds/each-engine.ts';
import { aReceiver, onEachEngine } from '../../support/worlds/each-engine.ts';
import { hour, lead, minute, openWatchWorld, time } from '../../support/worlds/watch-world.ts';

const inbox = 'https://leadwright.example/admin';

/** Tuesday at three, in Houston. */
const three = time(5 * hour);

const toCall = (id: string, at = three, more: object = {}) =>
  lead(0, { id, call_back: { at, by: 'Ada' }, ...more });

/** The site shortly before three, and a chat. */
async function beforeThree(makeEngine: MakeEngine) {
  const chat = await aReceiver();
  const store = (await makeEngine()).open();
  const world = await openWatchWorld(store, {
    webhook: { state: 'off' },
    noticeTo: [{ url: chat.url, secrets: [], allowPrivate: true }],
  });
  world.goTo(Date.parse(three) - 12 * minute);
  await world.tick(5 * minute);
  return { ...world, store, chat };
}

onEachEngine((makeEngine) => {
  test('the notice of a due call comes once, with the name, the trade, the time and a link', async () => {
    const { store, chat, tick } = await beforeThree(makeEngine);
    await store.create(toCall('a'));
    await store.create(toCall('b', time(6 * hour + 30 * minute), { industry: 'plumbing' }));
    await tick(5 * minute);
    expect(chat.news()).toEqual([]);
    await tick(5 * minute);
    expect(chat.news()).toEqual([
      `Call Dana now: Roofing / Gutters, asked for Tuesday 3 PM. ${inbox}?q=a`,
    ]);
    await tick(2 * hour);
    expect(chat.news()).toEqual([
      expect.stringMatching(/^Call Dana now: .+, asked for Tuesday 4:30 PM\. .+q=b$/),
    ]);
  });

  test('two runs at the same time announce a call once, and a failed chat gets it later', async () => {
    const { store, chat, deps, goTo, tick } = await beforeThree(makeEngine);
    await store.create(toCall('a'));
    chat.next({ status: 500 });
    goTo(Date.parse(three));
    await Promise.all([openTick(), openTick()].map((run) => run(deps)));
    expect(chat.news()).toHaveLength(1);
    await tick(10 * minute);
    expect(chat.news()).toEqual([expect.stringContaining('?q=a')]);
    await tick(hour);
    expect(chat.news()).toEqual([]);
  });

  test('a call that became due between two runs is announced by the next run', async () => {
    const { store, chat, goTo, tick } = await beforeThree(makeEngine);
    await store.create(toCall('a'));
    await store.create(toCall('b'));
    goTo(Date.parse(three) + 3 * hour);
    await tick(5 * minute);
    expect(chat.news()).toEqual([
      expect.stringMatching(/^Call Dana now: .+\nCall Dana now: .+admin$/),
    ]);
  });

  test('200 overdue calls do not block the notice of the next call', async () => {
    const { store, chat, tick } = await beforeThree(makeEngine);
    for (let i = 0; i < 200; i += 1) await store.create(toCall(`old-${i}`, time(-hour)));
    await store.create(toCall('a'));
    await tick(10 * minute);
    expect(chat.news()).toEqual([expect.stringContaining('?q=a')]);
  });

  test.each([
    ['was moved', { call_back: { at: time(8 * hour), by: 'Ada' } }],
    ['was archived', { archived: true }],
    ['was held', { delivery: { state: 'held', reasons: [] } }],
  ] as const)('a call gets no notice once its lead %s', async (_, change) => {
    const { store, chat, tick } = await beforeThree(makeEngine);
    await store.create(toCall('a'));
    chat.next({ status: 500 });
    await tick(10 * minute);
    expect(chat.news()).toHaveLength(1);
    await store.change('a', (it) => ({ ...it, ...change }) as typeof it);
    await tick(hour);
    expect(chat.news()).toEqual([]);
  });
});
