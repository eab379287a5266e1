import { useStore } from '@nanostores/react';
import { audit } from '../../copy/audit.ts';
import { Entry } from './Entry.tsx';
import type { AuditRecord } from './record.ts';
import css from './audit.module.css';

const words = audit.list;

/** Newest first. */
export function Entries({ record }: { record: AuditRecord }) {
  const { entries, head, next, state } = useStore(record.$listed);
  return (
    <section className={css.entries} aria-label={words.heading}>
      {/* Until the record's end stands above it, there is nothing here that could move. */}
      {entries.length > 0 && <h2>{words.heading}</h2>}
      <ol className={css.list}>
        {entries.map((entry, i) => (
          <Entry key={i} stored={entry} />
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
              if (state !== 'loading') void record.load();
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
