import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { admin } from '../../../copy/admin.ts';
import { Button } from '../../staff/Button.tsx';
import { BulkLine } from '../bulk/BulkLine.tsx';
import { addressOf, heldOnly, waitingOnly, type Filter } from '../filters/filter.ts';
import { FilterLink } from '../filters/FilterLink.tsx';
import { useInbox } from '../inbox-store.ts';
import css from '../inbox.module.css';
import { Empty, Failed } from './Empty.tsx';
import { Skeleton, Table } from './Table.tsx';
import table from './table.module.css';

const words = admin.list;

export function LeadList() {
  return (
    <>
      <StatusLine />
      <Rows />
    </>
  );
}

/** Always keeps the same height, so that its messages move nothing below it. */
function StatusLine() {
  const inbox = useInbox();
  const { status, offline } = useStore(inbox.list.$list);
  const { length } = useStore(inbox.list.$rows);
  const hasFailed = status.endsWith('failed');
  const fresh = useStore(inbox.list.$fresh);

  return (
    <div className={css.line}>
      <h2 id="submissions" tabIndex={-1}>
        {words.heading}
      </h2>
      {fresh.length > 0 ? (
        <p role="status">
          <Button className={css.fresh} onPress={inbox.showFresh}>
            <b>{words.fresh(fresh.length)}</b> <span>{words.show}</span>
          </Button>
        </p>
      ) : (
        <p role="status" className="small quiet">
          {!status.startsWith('first') && words.shown(length)}
          {offline && !hasFailed && <span className={css.offline}>{words.offline}</span>}
        </p>
      )}
      <Count $count={inbox.list.$waiting} of={waitingOnly} says={words.waiting} />
      <Count $count={inbox.list.$held} of={heldOnly} says={words.held} />
      {hasFailed && length > 0 && (
        <p className={css.failed}>
          <strong>{words.failed}.</strong> <span>{words.failedHint}</span>
          <Button className={css.small} onPress={inbox.list.retry}>
            {words.retry}
          </Button>
        </p>
      )}
      <BulkLine />
    </div>
  );
}

interface CountProps {
  $count: ReadableAtom<number | undefined>;
  /** The filter that shows them. */
  of: Filter;
  says: (count: number) => string;
}

/** Always shown: other views leave held leads out, and any lead may wait. */
function Count({ $count, of, says }: CountProps) {
  const count = useStore($count);
  const isHere = addressOf(useStore(useInbox().filter.$filter)) === addressOf(of);
  if (count === undefined) return null;
  return (
    <p className="small quiet">
      {count === 0 ? (
        says(0)
      ) : (
        <FilterLink to={of} aria-current={isHere ? 'page' : undefined}>
          {says(count)}
        </FilterLink>
      )}
    </p>
  );
}

function Rows() {
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
  if (next === null) return <p className={`staff-end ${table.end}`}>{words.end(length)}</p>;
  return (
    <p className={table.more}>
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
