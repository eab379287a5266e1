import { describe } from 'vitest';
import {
  auditContract,
  admitContract,
  tellersContract,
  watchContract,
} from './contract/beside-leads.ts';
import { callsContract, wonContract } from './contract/follow-up.ts';
import { changesContract, changeContract, createContract } from './contract/leads.ts';
import { waitsContract, testsContract } from './contract/waits.ts';
import { peopleContract } from './contract/people.ts';
import { reportContract } from './contract/report.ts';
import { listContract, searchContract } from './contract/list.ts';
import { eraseContract } from './contract/erase.ts';
import { damagedContract, movingContract, type Damage } from './contract/kept.ts';
import { earlierContract } from './contract/earlier.ts';
import { eraseOwedContract } from './contract/erase-owed.ts';
import type { Open } from './contract/opened.ts';

/** The promises of each engine. The same name always opens the same data, and a new name opens none. */
export function storeContract(engine: string, open: Open, damage: Damage): void {
  describe(engine, () => {
    createContract(open);
    changeContract(open);
    listContract(open);
    searchContract(open);
    waitsContract(open);
    callsContract(open);
    changesContract(open);
    reportContract(open);
    earlierContract(open);
    wonContract(open);
    testsContract(open);
    admitContract(open);
    eraseContract(open);
    eraseOwedContract(open);
    peopleContract(open);
    auditContract(open);
    watchContract(open);
    tellersContract(open);
    movingContract(open);
    damagedContract(open, damage);
  });
}
