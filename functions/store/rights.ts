import { committed, forced, put, type Engine, type Write } from './engine.ts';
import { noticeUnder } from './kept.ts';
import type { Store } from './port.ts';
import type { RightsNotice } from './record.ts';

export const putNotice = (notice: RightsNotice): Write => put('rights', notice.id, notice);

export const notices = (engine: Engine): Pick<Store, 'changeNotice' | 'removeNotice'> => ({
  changeNotice: (id, decide) =>
    committed(engine, async () => {
      const [found] = await engine.find('rights', [id]);
      const notice = found && noticeUnder(id, found.value);
      const result = notice?.kind === 'notice' ? decide(notice) : undefined;
      if (!result) return { result, writes: [] };
      const isTaken = result.delivery.state === 'delivered';
      return { result, writes: [isTaken ? removal(id) : put('rights', id, result, found)] };
    }),

  removeNotice: (id) => forced(engine, [removal(id)]),
});

const removal = (id: string): Write => ({ kind: 'remove', within: 'rights', id });
