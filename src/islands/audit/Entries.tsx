import { useStore } from '@nanostores/react';
import { memo, useRef } from 'react';
import { audit, deedOf, doerOf } from '../../copy/audit.ts';
import { auditEntrySchema, type AuditEvent } from '../../shared/audit.ts';
import { exactTime } from '../staff/format.ts';
import { catchLostFocus } from '../staff/lost-focus.ts';
import type { AuditStore } from './audit-store.ts';
import css from './audit.module.css';

const words = audit.list;

/** Newest first. */
export function Entries({ store }: { store: AuditStore }) {
  const { entries, head, next, state } = useStore(store.$listed);
  const list = useRef<HTMLOListElement>(null);
  const more = async (): Promise<void> => {
    await store.load();
    // The last page removes the button. The first of its entries is next.
    catchLostFocus(() => list.current?.children[entries.length]);
  };
  return (
    <section className={css.entries} aria-label={words.heading}>
      {/* The head appears above this list when it loads: a heading here would move. */}
      {entries.length > 0 && <h2>{words.heading}</h2>}
      <ol ref={list} className={css.list}>
        {entries.map((entry, i) => (
          <EntryRow key={i} stored={entry} />
        ))}
      </ol>
      <p role="status" className={state === 'idle' ? 'sr-only' : ''}>
        {state === 'loading' && (head ? words.loadingMore : words.loading)}
        {state === 'failed' && words.failed}
        {state === 'idle' &&
          (next === null ? words.end(entries.length) : words.added(entries.length))}
      </p>
      {(next !== null || state === 'failed') && (
        <p>
          <button
            type="button"
            className="button"
            aria-disabled={state === 'loading'}
            onClick={() => {
              if (state !== 'loading') void more();
            }}
          >
            {state === 'failed' ? words.retry : words.more}
          </button>
        </p>
      )}
      {state === 'idle' && next === null && entries.length > 0 && (
        <p className={css.beginning} aria-hidden="true">
          {words.end(entries.length)}
        </p>
      )}
    </section>
  );
}

/** Rendered once: “Load more” only adds entries. */
const EntryRow = memo(function EntryRow({ stored }: { stored: unknown }) {
  const { data: entry } = auditEntrySchema.safeParse(stored);
  if (!entry) {
    return (
      <li className={`${css.entry} ${css.bad}`} tabIndex={-1}>
        {words.unreadable}
      </li>
    );
  }
  const { number, at, by, event, hash } = entry;
  return (
    <li className={css.entry} tabIndex={-1}>
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
});

function Which({ event }: { event: AuditEvent }) {
  switch (event.action) {
    case 'exported':
      return null;
    case 'resent':
    case 'released':
    case 'settled':
    case 'reopened':
    case 'tested':
    case 'certified':
    case 'opted-out':
    case 'opted-in':
      return event.submission === null ? null : (
        <p className={css.hash}>
          <a href={`/admin?q=${encodeURIComponent(event.submission)}`}>{event.submission}</a>
        </p>
      );
    case 'granted':
    case 'revoked':
      return <p className={css.hash}>{event.user}</p>;
    case 'imported':
    case 'witnessed':
      return <p className={css.hash}>{event.hash}</p>;
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
