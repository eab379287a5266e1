import type { Log } from '../log/log.ts';
import { auditLog } from './audit.ts';
import { browserReports } from './browser-reports.ts';
import { copying } from './copying.ts';
import type { Engine } from './engine.ts';
import { erasing } from './erase.ts';
import { hits } from './hits.ts';
import { leads } from './leads.ts';
import { reporting } from './monthly-report.ts';
import { optOuts } from './opt-outs.ts';
import { outbox } from './outbox.ts';
import type { Store } from './port.ts';
import { roles } from './roles.ts';
import { watching } from './watch.ts';

export function storeOn(engine: Engine, log: Log): Store {
  return {
    ...leads(engine, log),
    ...erasing(engine),
    ...optOuts(engine),
    ...outbox(engine, log),
    ...auditLog(engine),
    ...hits(engine),
    ...watching(engine),
    ...roles(engine),
    ...reporting(engine),
    ...browserReports(engine),
    ...copying(engine),
    counts: () => engine.counts(),
    lastChange: () => engine.lastChange(),
    close: () => engine.close(),
  };
}
