import { audit } from '../../copy/audit.ts';
import { Gate } from '../staff/Gate.tsx';

const load = async () => (await import('./AuditPage.tsx')).AuditPage;

export default function AuditIsland() {
  return <Gate heading={audit.heading} load={load} />;
}
