import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { audit } from '../../copy/audit.ts';
import { browserWait } from '../admin/backoff.ts';
import type { AuditHead } from '../../shared/audit.ts';
import type { Inside } from '../admin/enter.tsx';
import { Entries } from './Entries.tsx';
import { createRecord, type AuditRecord } from './record.ts';
import { verdict } from './verdict.ts';
import css from './audit.module.css';

/** The page for admins: where the record ends, whether it is whole, and what is in it. */
export function Record({ ask }: Inside) {
  const [record] = useState(() => createRecord(ask, browserWait));
  const { head, state } = useStore(record.$listed);
  useEffect(() => {
    void record.load();
  }, [record]);

  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{audit.heading}</h1>
        <a href="/admin">{audit.back}</a>
      </header>
      <p>{audit.intro}</p>
      {(head !== undefined || state === 'failed') && <End record={record} head={head} />}
      <Entries record={record} />
    </div>
  );
}

function End({ record, head }: { record: AuditRecord; head: AuditHead | undefined }) {
  const check = useStore(record.$check);
  const misfit = check.state === 'done' && check.misfit;
  return (
    <section className={`ticket ${css.end}`} aria-label={audit.head.label}>
      {head?.count === 0 && <p>{audit.head.none}</p>}
      {head && head.count > 0 && (
        <>
          <dl>
            <div className="line">
              <dt>{audit.head.label}</dt>
              <dd>{audit.head.entry(head.count)}</dd>
            </div>
            <div>
              <dt>{audit.head.hash}</dt>
              <dd className={css.hash}>{head.hash}</dd>
            </div>
          </dl>
          <p className="small quiet">{audit.head.advice}</p>
        </>
      )}
      <p className={css.check}>
        <button
          type="button"
          className="button"
          // Not disabled: the focus would be lost, and with it the sentence that follows.
          aria-disabled={check.state === 'running'}
          onClick={() => void record.verify()}
        >
          {audit.check.start}
        </button>
        <span role="status" className={misfit ? css.bad : undefined}>
          {verdict(check)}
        </span>
      </p>
    </section>
  );
}
