import { useStore } from '@nanostores/react';
import { audit } from '../../copy/audit.ts';
import type { AuditStore } from './audit-store.ts';
import { EntryRow } from './EntryRow.tsx';
import css from './audit.module.css';

const words = audit.list;

/** Newest first. */
export function EntryList({ store }: { store: AuditStore }) {
  const { entries, head, next, state } = useStore(store.$listed);
  return (
    <section className={css.entries} aria-label={words.heading}>
      {/* The head appears above this list when it loads: a heading here would move. */}
      {entries.length > 0 && <h2>{words.heading}</h2>}
      <ol className={css.list}>
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
              if (state !== 'loading') void store.load();
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
