import { audit, deedOf, doerOf } from '../../copy/audit.ts';
import { auditEntrySchema, type AuditEvent } from '../../shared/audit.ts';
import { exactTime } from '../staff/format.ts';
import css from './audit.module.css';

const words = audit.list;

export function EntryRow({ stored }: { stored: unknown }) {
  const { data: entry } = auditEntrySchema.safeParse(stored);
  if (!entry) return <li className={`${css.entry} ${css.bad}`}>{words.unreadable}</li>;
  const { number, at, by, event, hash } = entry;
  return (
    <li className={css.entry}>
      <h3>{words.entry(number)}</h3>
      <p>
        <strong>{deedOf(entry)}</strong>
      </p>
      <p>
        {doerOf(by)}, <time dateTime={at}>{exactTime(at)}</time>
      </p>
      <Which event={event} />
      <p className={`quiet ${css.hash}`}>
        {words.hash} {hash}
      </p>
    </li>
  );
}

function Which({ event }: { event: AuditEvent }) {
  switch (event.action) {
    case 'exported':
      return null;
    case 'resent':
    case 'released':
    case 'tested':
      return <p className={css.hash}>{event.submission}</p>;
    case 'granted':
    case 'revoked':
      return <p className={css.hash}>{event.user}</p>;
    case 'erased':
      return (
        <details>
          <summary>{words.ids}</summary>
          <ul className={css.hash}>
            {event.submissions.map((id) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
        </details>
      );
  }
}
