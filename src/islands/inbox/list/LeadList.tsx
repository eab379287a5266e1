import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import { admin } from '../../../copy/admin.ts';
import { emptyList as words } from '../../../copy/empty-list.ts';
import { Button } from '../../staff/Button.tsx';
import { useDialog } from '../dialogs/use-dialog.tsx';
import {
  addressOf,
  archivedOnly,
  heldOnly,
  isFiltered,
  noFilter,
  waitingOnly,
  type Filter,
} from '../filters/filter.ts';
import { FilterLink } from '../filters/FilterLink.tsx';
import { useInbox } from '../inbox-store.ts';
import { useNews } from './StatusLine.tsx';
import { Table } from './Table.tsx';
import css from './table.module.css';

export function LeadList() {
  const inbox = useInbox();
  const status = useStore(inbox.list.$status);
  const isEnd = useStore(inbox.list.$isEnd);
  const { length } = useStore(inbox.list.$rows);
  const filter = useStore(inbox.filter.$filter);
  const news = useNews();
  const test = useDialog('TestDialog');
  if (length > 0)
    return (
      <>
        <Table />
        {!status.startsWith('first') &&
          (isEnd ? (
            <p className={`staff-end ${css.end}`}>{admin.list.end(length)}</p>
          ) : (
            <p className={`flow ${css.more}`}>
              <Button
                className="button button--plain"
                isBusy={status === 'more'}
                // After a key press, the focus moves to the first new row.
                onPress={({ currentTarget }) => inbox.more(currentTarget.matches(':focus-visible'))}
              >
                {status === 'more' ? admin.list.loadingMore : admin.list.more}
              </Button>
              <span className="small quiet">{admin.list.shown(length)}</span>
            </p>
          ))}
      </>
    );
  if (status === 'first failed')
    return (
      <InsteadOfRows title={admin.list.failed}>
        <WayOn label={admin.list.retry} go={inbox.list.retry} />
      </InsteadOfRows>
    );
  if (status === 'first')
    return (
      <p role="status" className={`quiet ${css.end}`}>
        {admin.list.loading}
      </p>
    );
  return (
    <>
      {news !== '' ? (
        <InsteadOfRows title={news}>
          <WayOn label={admin.list.show} go={inbox.showFresh} />
        </InsteadOfRows>
      ) : isFiltered(filter) ? (
        <NothingFound filter={filter} />
      ) : (
        <EmptyInbox openTest={test.open} />
      )}
      {/* The dialog stays open if the first lead arrives while the test is sent. */}
      {test.dialog}
    </>
  );
}

const InsteadOfRows = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={`stack stack--close ticket ticket--torn ${css.empty}`}>
    <p className={css.big}>{title}</p>
    {children}
  </div>
);

const WayOn = ({ label, go }: { label: string; go: () => void }) => (
  <p>
    <Button className="button" onPress={go}>
      {label}
    </Button>
  </p>
);

function NothingFound({ filter }: { filter: Filter }) {
  const { choose } = useInbox().filter;
  const clear = (): unknown => choose(noFilter);
  const { q, archived } = filter;
  if (addressOf(filter) === addressOf(waitingOnly))
    return (
      <InsteadOfRows title={words.nobodyWaits}>
        <p className="quiet">{words.nobodyWaitsHint}</p>
        <WayOn label={words.all} go={clear} />
      </InsteadOfRows>
    );
  return (
    <InsteadOfRows title={words.nothingFound}>
      {q !== '' && archived === '' && (
        <p>
          <FilterLink to={{ ...archivedOnly, q }}>{words.searchArchive}</FilterLink>
        </p>
      )}
      <WayOn label={words.clear} go={clear} />
    </InsteadOfRows>
  );
}

/** The inbox is also empty when every lead is archived. */
function EmptyInbox({ openTest }: { openTest: () => unknown }) {
  const { leads, hasAny } = useInbox();
  const held = useStore(leads.$counts)?.held ?? 0;
  /** Undefined until the server has answered. */
  const [hasArchived, setHasArchived] = useState<boolean>();
  useEffect(() => {
    void hasAny(archivedOnly).then(setHasArchived);
  }, [hasAny]);
  if (held === 0 && hasArchived === undefined) return null;
  if (held > 0 || hasArchived)
    return (
      <InsteadOfRows title={words.done}>
        <p className={`flow ${css.links}`}>
          <FilterLink to={archivedOnly}>{words.archived}</FilterLink>
          {held > 0 && <FilterLink to={heldOnly}>{admin.list.held(held)}</FilterLink>}
        </p>
      </InsteadOfRows>
    );
  return (
    <InsteadOfRows title={words.fresh.heading}>
      <p className="quiet">{words.fresh.hint}</p>
      <p className="quiet">{words.fresh.test}</p>
      <Button onPress={openTest}>{admin.test.openFirst}</Button>
    </InsteadOfRows>
  );
}
