import { admin } from '../../copy/admin.ts';
import { browserWait, type Ask } from '../staff/ask.ts';
import { Gate } from '../staff/Gate.tsx';
import { filterOf } from './filters/filter.ts';
import { InboxPage } from './InboxPage.tsx';
import { createPages } from './list/pages.ts';

const first = (ask: Ask) => createPages(ask, browserWait).load(filterOf(location));

export default function InboxIsland() {
  return <Gate heading={admin.heading} Page={InboxPage} first={first} />;
}
