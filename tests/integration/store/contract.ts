import { describe } from 'vitest';
import { besideLeadsContract } from './contract/other-documents.ts';
import { earlierContract } from './contract/earlier.ts';
import { eraseContract } from './contract/erase.ts';
import { eraseOwedContract } from './contract/erase-owed.ts';
import { followUpContract } from './contract/outcomes-and-calls.ts';
import { keptContract, type Damage } from './contract/copying.ts';
import { leadsContract } from './contract/lead-documents.ts';
import { listContract } from './contract/list.ts';
import { peopleContract } from './contract/people.ts';
import { reportContract } from './contract/report.ts';
import { waitsContract } from './contract/waits.ts';
import type { Open } from './contract/opened.ts';

/** The promises of each engine. The same name always opens the same data, and a new name opens an empty store. */
export function storeContract(engine: string, open: Open, damage: Damage): void {
  describe(engine, () => {
    leadsContract(open);
    listContract(open);
    waitsContract(open);
    followUpContract(open);
    reportContract(open);
    earlierContract(open);
    eraseContract(open);
    eraseOwedContract(open);
    peopleContract(open);
    besideLeadsContract(open);
    keptContract(open, damage);
  });
}
