import { useStore } from '@nanostores/react';
import { admin } from '../../../copy/admin.ts';
import { Button } from '../../staff/Button.tsx';
import { useInbox } from '../inbox-store.ts';
import { Empty, Failed } from './Empty.tsx';
import { Skeleton, Table } from './Table.tsx';
import css from './table.module.css';

const words = admin.list;

export function LeadList() {
  const inbox = useInbox();
  const { status } = useStore(inbox.list.$list);
  const filter = useStore(inbox.filter.$filter);
  if (useStore(inbox.list.$rows).length > 0)
    return (
      <>
        <Table />
        {!status.startsWith('first') && <Foot />}
      </>
    );
  if (status === 'first failed') return <Failed />;
  if (status === 'first')
    return (
      <>
        <p role="status" className="sr-only">
          {words.loading}
        </p>
        <Skeleton />
      </>
    );
  return <Empty filter={filter} />;
}

function Foot() {
  const inbox = useInbox();
  const { next, status } = useStore(inbox.list.$list);
  const { length } = useStore(inbox.list.$rows);
  if (next === null) return <p className={`staff-end ${css.end}`}>{words.end(length)}</p>;
  return (
    <p className={`flow ${css.more}`}>
      <Button
        className="button button--plain"
        isBusy={status === 'more'}
        // After a key press, the focus moves to the first new row.
        onPress={({ currentTarget }) => inbox.more(currentTarget.matches(':focus-visible'))}
      >
        {status === 'more' ? words.loadingMore : words.more}
      </Button>
      <span className="small quiet">{words.shown(length)}</span>
    </p>
  );
}
