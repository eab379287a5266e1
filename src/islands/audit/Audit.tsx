import { audit } from '../../copy/audit.ts';
import { Gate } from '../admin/Gate.tsx';

const load = async () => (await import('./Record.tsx')).Record;

export default function Audit() {
  return <Gate heading={audit.heading} load={load} />;
}
