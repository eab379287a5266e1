import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { audit } from '../../copy/audit.ts';
import { browserWait } from '../staff/ask.ts';
import type { AuditHead } from '../../shared/audit.ts';
import type { StaffPageProps } from '../staff/Gate.tsx';
import { exactTime } from '../staff/format.ts';
import page from '../staff/page.module.css';
import { createAuditStore, type AuditStore, type Check } from './audit-store.ts';
import { Entries } from './Entries.tsx';
import css from './audit.module.css';

/** The audit log: its head, a check that it is intact, and its entries. */
export function AuditPage({ ask }: StaffPageProps) {
  const [store] = useState(() => createAuditStore(ask, browserWait));
  const { head, state } = useStore(store.$listed);
  useEffect(() => {
    void store.load();
  }, [store]);

  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{audit.heading}</h1>
        <a href="/admin">{audit.back}</a>
      </header>
      <p>{audit.intro}</p>
      {(head !== undefined || state === 'failed') && <Head store={store} head={head} />}
      <Entries store={store} />
    </div>
  );
}

function Head({ store, head }: { store: AuditStore; head: AuditHead | undefined }) {
  const check = useStore(store.$check);
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
          // Don't disable it: it would lose the focus.
          aria-disabled={check.state === 'running'}
          onClick={() => void store.verify()}
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

/** The outcome of a check, as a sentence. */
function verdict(check: Check): string {
  const words = audit.check;
  switch (check.state) {
    case 'none':
      return '';
    case 'running':
      return words.running(check.read);
    case 'failed':
      return words.failed;
    case 'done': {
      const { head, misfit, since } = check;
      if (misfit) return words.misfit[misfit.why](misfit.number);
      if (head.count === 0) return words.empty;
      return words.intact(head.count) + (since ? words.witnessed(exactTime(since)) : '');
    }
  }
}
