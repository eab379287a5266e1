import { useStore } from '@nanostores/react';
import { admin } from '../../../copy/admin.ts';
import { useInbox } from '../inbox-store.ts';
import { Empty, Failed } from './Empty.tsx';
import { StatusLine } from './StatusLine.tsx';
import { Skeleton, Table } from './Table.tsx';
import css from './list.module.css';

const words = admin.list;

export function LeadList() {
  return (
    <>
      <StatusLine />
      <Rows />
    </>
  );
}

function Rows() {
  const inbox = useInbox();
  const { loaded, failed, busy } = useStore(inbox.list.$list);
  const filter = useStore(inbox.filter.$filter);
  const hasRows = useStore(inbox.list.$rows).length > 0;
  if (hasRows)
    return (
      <>
        <Table />
        {loaded && <Foot />}
      </>
    );
  if (busy === 'first')
    return (
      <>
        <p role="status" className="sr-only">
          {words.loading}
        </p>
        <Skeleton />
      </>
    );
  if (loaded) return <Empty filter={filter} />;
  return failed === 'first' && <Failed />;
}

function Foot() {
  const inbox = useInbox();
  const { next, busy } = useStore(inbox.list.$list);
  const { length } = useStore(inbox.list.$rows);
  if (next === null) return <p className={css.end}>{words.end(length)}</p>;
  return (
    <p className={css.more}>
      <button
        type="button"
        className="button button--plain"
        aria-disabled={busy === 'more'}
        onClick={(event) => {
          if (busy) return;
          // After a key press, the focus moves to the first new row.
          void inbox.more(event.currentTarget.matches(':focus-visible'));
        }}
      >
        {busy === 'more' ? words.loadingMore : words.more}
      </button>
      <span className="small quiet">{words.shown(length)}</span>
    </p>
  );
}
