import type { SampleLead } from '../../copy/sample-leads.ts';
import css from './demo-feed.module.css';

const fields = [
  ['Name', 'name'],
  ['Phone', 'phone'],
  ['Email', 'email'],
  ['Location', 'location'],
  ['Budget', 'budget'],
  ['Timeline', 'timeline'],
] as const;

export function LeadTicket({ lead }: { lead: SampleLead }) {
  return (
    <article className={`ticket ticket--torn ${css.card}`}>
      <p className={css.top}>
        <span className="label">New Lead</span> <span className="quiet small">just now</span>
      </p>
      <h3>{lead.service}</h3>
      <p className="small">{lead.description}</p>
      <dl>
        {fields.map(([label, key]) => (
          <div key={key}>
            <dt className="quiet">{label}</dt>
            <dd>{lead[key]}</dd>
          </div>
        ))}
      </dl>
      <p className={css.verdict}>
        <span className="stamp">Qualified</span>
      </p>
    </article>
  );
}
