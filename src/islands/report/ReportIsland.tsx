import { report } from '../../copy/report.ts';
import type { Ask } from '../staff/ask.ts';
import { Gate } from '../staff/Gate.tsx';
import { ReportPage, reportOf } from './ReportPage.tsx';

const first = (ask: Ask) => reportOf(ask);

export default function ReportIsland() {
  return <Gate heading={report.heading} Page={ReportPage} first={first} />;
}
