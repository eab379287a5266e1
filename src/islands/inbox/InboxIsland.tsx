import { admin } from '../../copy/admin.ts';
import { Gate } from '../staff/Gate.tsx';

const load = async () => (await import('./InboxPage.tsx')).InboxPage;

export default function InboxIsland() {
  return <Gate heading={admin.heading} load={load} />;
}
