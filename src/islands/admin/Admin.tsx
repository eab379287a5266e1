import { admin } from '../../copy/admin.ts';
import { Gate } from './Gate.tsx';

const load = async () => (await import('./Inbox.tsx')).Inbox;

export default function Admin() {
  return <Gate heading={admin.heading} load={load} />;
}
