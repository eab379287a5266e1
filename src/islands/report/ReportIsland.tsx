import { report } from '../../copy/report.ts';
import { Gate } from '../staff/Gate.tsx';

const load = async () => (await import('./ReportPage.tsx')).ReportPage;

export default function ReportIsland() {
  return <Gate heading={report.heading} load={load} />;
}
