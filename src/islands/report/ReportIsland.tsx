import { report } from '../../copy/report.ts';
import { Gate } from '../staff/Gate.tsx';
import { ReportPage, reportOf } from './ReportPage.tsx';

export default function ReportIsland() {
  return <Gate heading={report.heading} Page={ReportPage} first={reportOf} />;
}
