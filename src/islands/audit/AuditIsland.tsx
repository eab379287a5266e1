import { memo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { audit, deedOf, doerOf } from '../../copy/audit.ts';
import { pageLimit } from '../../shared/api.ts';
import { auditEntrySchema, type AuditHead, type AuditPage as Page } from '../../shared/audit.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import type { Ask } from '../staff/ask.ts';
import { Button } from '../staff/Button.tsx';
import { exactTime } from '../staff/format.ts';
import { gated, type Admin } from '../staff/Gate.tsx';
import { pageOf, verify, type Check } from './verify.ts';
import css from './audit.module.css';

const firstPage = (ask: Ask): Promise<Page> => pageOf(ask, pageLimit.usual);

const words = audit.list;

export default gated({ heading: audit.title, Page: AuditPage, first: firstPage });

function AuditPage({ ask, first }: Admin<Page>) {
  /** Their entries are unparsed: a damaged one must not hide the others. */
  const [pages, setPages] = useState(first ? [first] : []);
  const [state, setState] = useState<'loading' | 'idle' | 'failed'>(pages[0] ? 'idle' : 'failed');
  const list = useRef<HTMLOListElement>(null);
  const entries = pages.flatMap((it) => it.entries);
  const next = pages.at(-1)?.next_cursor ?? null;
  const isEnd = state === 'idle' && next === null && entries.length > 0;
  const more = async (): Promise<void> => {
    setState('loading');
    try {
      const page = await pageOf(ask, pageLimit.usual, next);
      flushSync(() => {
        setPages([...pages, page]);
        setState('idle');
      });
    } catch {
      setState('failed');
    }
    // The last page removes the button.
    const firstOfThem = list.current?.children[entries.length];
    if (document.activeElement === document.body && firstOfThem instanceof HTMLElement)
      firstOfThem.focus();
  };
  return (
    <div className="stack staff-parts">
      <header className="staff-head">
        <h1>{audit.title}</h1>
        <a href="/admin">{audit.back}</a>
      </header>
      <p>{audit.intro}</p>
      <Head ask={ask} head={pages[0]?.head} />
      <section className="stack stack--close" aria-label={words.heading}>
        {/* The head appears above this list when it loads: a heading here would move. */}
        {entries.length > 0 && <h2 className="h3">{words.heading}</h2>}
        <ol ref={list}>
          {entries.map((entry, i) => (
            <EntryRow key={i} stored={entry} />
          ))}
        </ol>
        <p role="status" className={isEnd ? 'staff-end' : state === 'idle' ? 'sr-only' : ''}>
          {state === 'loading' && (pages[0] ? words.loadingMore : words.loading)}
          {state === 'failed' && words.failed}
          {state === 'idle' &&
            (next === null
              ? words.end(entries.length)
              : words.added(pages.at(-1)?.entries.length ?? 0))}
        </p>
        {(next !== null || state === 'failed') && (
          <p>
            <Button className="button" isBusy={state === 'loading'} onPress={more}>
              {state === 'failed' ? words.retry : words.more}
            </Button>
          </p>
        )}
      </section>
    </div>
  );
}

/** The end of the log when the page was loaded. */
function Head({ ask, head }: { ask: Ask; head: AuditHead | undefined }) {
  const [{ says, isRunning, isBad }, setCheck] = useState<Check>({ says: '' });
  return (
    <section className="ticket stack stack--close" aria-label={audit.head.label}>
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
      <p className={`flow ${css.check}`}>
        <Button className="button" isBusy={isRunning} onPress={() => verify(ask, setCheck)}>
          {audit.check.start}
        </Button>
        <span role="status" data-tone={isBad && 'bad'}>
          {says}
        </span>
      </p>
    </section>
  );
}

/** Rendered once: “Load more” only adds entries. */
const EntryRow = memo(function EntryRow({ stored }: { stored: unknown }) {
  const { data: entry } = auditEntrySchema.safeParse(stored);
  if (!entry) {
    return (
      <li className={css.entry} data-tone="bad" tabIndex={-1}>
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

/** What the event is about, by what its fields are called. */
function Which({ event }: { event: AuditEvent }) {
  if ('submissions' in event)
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
  if ('user' in event) return <p className={css.hash}>{event.user}</p>;
  if ('hash' in event) return <p className={css.hash}>{event.hash}</p>;
  if (!('submission' in event) || event.submission === null) return null;
  return (
    <p className={css.hash}>
      <a href={`/admin#q=${encodeURIComponent(event.submission)}`}>{event.submission}</a>
    </p>
  );
}
