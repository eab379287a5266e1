import { audit } from '../../copy/audit.ts';
import { Gate } from '../staff/Gate.tsx';
import { firstPage } from './audit-store.ts';
import { AuditPage } from './AuditPage.tsx';

export default function AuditIsland() {
  return <Gate heading={audit.heading} Page={AuditPage} first={firstPage} />;
}
