import { describe } from 'vitest';
import { auditContract } from './contract/audit.ts';
import { admitContract } from './contract/admit.ts';
import { movingContract } from './contract/kept.ts';
import { changesContract } from './contract/changes.ts';
import { waitsContract } from './contract/waits.ts';
import { earlierContract } from './contract/earlier.ts';
import { reportContract } from './contract/report.ts';
import { listContract } from './contract/list.ts';
import { eraseContract } from './contract/erase.ts';
import { eraseOwedContract } from './contract/erase-owed.ts';
import { peopleContract } from './contract/people.ts';
import { changeContract } from './contract/change.ts';
import { damagedContract, type Damage } from './contract/damaged.ts';
import { createContract } from './contract/create.ts';
import { searchContract } from './contract/search.ts';
import { testsContract } from './contract/trials.ts';
import { watchContract } from './contract/watch.ts';
import type { Open } from './contract/opened.ts';

/** The promises of each engine. The same name always opens the same data, and a new name opens none. */
export function storeContract(engine: string, open: Open, damage: Damage): void {
  describe(engine, () => {
    createContract(open);
    changeContract(open);
    listContract(open);
    searchContract(open);
    waitsContract(open);
    changesContract(open);
    reportContract(open);
    earlierContract(open);
    testsContract(open);
    admitContract(open);
    eraseContract(open);
    eraseOwedContract(open);
    peopleContract(open);
    auditContract(open);
    watchContract(open);
    movingContract(open);
    damagedContract(open, damage);
  });
}
