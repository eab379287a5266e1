import type { QueryClient } from '@tanstack/query-core';
import { memo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { audit, deedOf, doerOf } from '../../copy/audit.ts';
import { api, pageLimit } from '../../shared/api.ts';
import { auditEntrySchema, auditPageSchema, type AuditPage as Page } from '../../shared/audit.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import type { Ask } from '../staff/ask.ts';
import { Button } from '../staff/Button.tsx';
import { exactTime } from '../staff/format.ts';
import { gated, type Admin } from '../staff/Gate.tsx';
import css from './audit.module.css';

const words = audit.list;

const pageOf = (ask: Ask, client: QueryClient, cursor: string | null = null): Promise<Page> =>
  client.query({
    queryKey: ['audit', cursor],
    queryFn: async () => {
      const params = new URLSearchParams({
        limit: String(pageLimit.usual),
        ...(cursor !== null && { cursor }),
      });
      const response = await ask(`${api.audit}?${params.toString()}`);
      return auditPageSchema.parse(await response.json());
    },
  });

const firstPage = (ask: Ask, client: QueryClient): Promise<Page> => pageOf(ask, client);

export default gated({ heading: audit.title, Page: AuditPage, first: firstPage });

function AuditPage({ ask, client, first }: Admin<Page>) {
  /** Unparsed entries: one damaged entry must not hide the others. */
  const [pages, setPages] = useState(first ? [first] : []);
  const [state, setState] = useState<'loading' | 'idle' | 'failed'>(pages[0] ? 'idle' : 'failed');
  const list = useRef<HTMLOListElement>(null);
  const entries = pages.flatMap((it) => it.entries);
  const next = pages.at(-1)?.next_cursor ?? null;
  const isEnd = state === 'idle' && next === null && entries.length > 0;
  const loadMore = async (): Promise<void> => {
    setState('loading');
    try {
      const page = await pageOf(ask, client, next);
      flushSync(() => {
        setPages([...pages, page]);
        setState('idle');
      });
    } catch {
      setState('failed');
    }
    // The button is gone after the last page, so move the focus.
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
      <section className="stack stack--close" aria-label={words.heading}>
        <h2 className="h3">{words.heading}</h2>
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
              ? entries.length === 0
                ? words.none
                : words.end(entries.length)
              : words.added(pages.at(-1)?.entries.length ?? 0))}
        </p>
        {(next !== null || state === 'failed') && (
          <p>
            <Button className="button" isBusy={state === 'loading'} onPress={loadMore}>
              {state === 'failed' ? words.retry : words.more}
            </Button>
          </p>
        )}
      </section>
    </div>
  );
}

/** Memoized: “Load more” only adds entries. */
const EntryRow = memo(function EntryRow({ stored }: { stored: unknown }) {
  const { data: entry } = auditEntrySchema.safeParse(stored);
  if (!entry) {
    return (
      <li className={css.entry} data-tone="bad" tabIndex={-1}>
        {words.unreadable}
      </li>
    );
  }
  const { at, by, event } = entry;
  return (
    <li className={css.entry} tabIndex={-1}>
      <h3>{deedOf(entry)}</h3>
      <p>
        {doerOf(by)}, <time dateTime={at}>{exactTime(at)}</time>
      </p>
      <Which event={event} />
    </li>
  );
});

function Which({ event }: { event: AuditEvent }) {
  if ('submissions' in event)
    return (
      <details>
        <summary>{words.ids}</summary>
        <ul className={css.id}>
          {event.submissions.map((id) => (
            <li key={id}>{id}</li>
          ))}
        </ul>
      </details>
    );
  if ('user' in event) return <p className={css.id}>{event.user}</p>;
  if (!('submission' in event) || event.submission === null) return null;
  return (
    <p className={css.id}>
      <a href={`/admin#q=${encodeURIComponent(event.submission)}`}>{event.submission}</a>
    </p>
  );
}
