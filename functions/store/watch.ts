import { committed, put, type Engine } from './engine.ts';
import { replacing } from './outbox.ts';
import type { Store } from './port.ts';
import { readWatch } from './watch-state.ts';

export function watching(engine: Engine): Pick<Store, 'watch' | 'changeWatch'> {
  const find = async () => (await engine.find('watch', ['state']))[0];

  return {
    watch: async () => readWatch((await find())?.value),

    changeWatch: (decide, outbox = () => []) =>
      committed(engine, async () => {
        const found = await find();
        const result = decide(readWatch(found?.value));
        if (!result) return { result, writes: [] };
        return {
          result,
          writes: [put('watch', 'state', result, found), ...(await replacing(engine, outbox()))],
        };
      }),
  };
}
