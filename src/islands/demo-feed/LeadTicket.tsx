import { feedWords, type SampleLead } from '../../copy/sample-leads.ts';
import css from './demo-feed.module.css';

export function LeadTicket({ lead }: { lead: SampleLead }) {
  return (
    <article className={`ticket ticket--torn ${css.card}`}>
      <p className={css.top}>
        <span className="label">{feedWords.isNew}</span>{' '}
        <span className="quiet small">{feedWords.when}</span>
      </p>
      <h3>{lead.service}</h3>
      <p className="small">{lead.description}</p>
      <dl>
        {feedWords.fields.map(({ key, label }) => (
          <div key={key}>
            <dt className="quiet">{label}</dt>
            <dd>{lead[key]}</dd>
          </div>
        ))}
      </dl>
      <p className={css.verdict}>
        <span className="stamp">{feedWords.verdict}</span>
      </p>
    </article>
  );
}
