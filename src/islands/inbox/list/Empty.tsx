import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import { admin } from '../../../copy/admin.ts';
import { emptyList as words } from '../../../copy/empty-list.ts';
import { dialogs } from '../dialogs.ts';
import {
  addressOf,
  archivedOnly,
  heldOnly,
  isFiltered,
  waitingOnly,
  type Filter,
} from '../filters/filter.ts';
import { useFilterLink } from '../filters/use-filter-link.ts';
import { focusList } from '../focus.ts';
import { useInbox, type Inbox } from '../inbox-store.ts';
import { DialogButton } from '../late.tsx';
import css from './list.module.css';

/** Why the list has no rows, and what to do about it. */
export function Empty({ filter }: { filter: Filter }) {
  return isFiltered(filter) ? <NothingFound filter={filter} /> : <EmptyInbox />;
}

/** The first page could not be loaded. */
export function Failed() {
  const { list } = useInbox();
  return (
    <InsteadOfRows title={admin.list.failed}>
      <WayOn label={admin.list.retry} go={list.retry} />
    </InsteadOfRows>
  );
}

const InsteadOfRows = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={`ticket ticket--torn ${css.state}`}>
    <p className={css.big}>{title}</p>
    {children}
  </div>
);

/** The press removes the button, so the focus moves to the list. */
const WayOn = ({ label, go }: { label: string; go: () => void }) => (
  <p>
    <button
      type="button"
      className="button"
      onClick={() => {
        go();
        focusList();
      }}
    >
      {label}
    </button>
  </p>
);

function NothingFound({ filter }: { filter: Filter }) {
  const inbox = useInbox();
  const linkTo = useFilterLink();
  const { q, archived } = filter;
  const nobodyWaits = addressOf(filter) === addressOf(waitingOnly);
  return (
    <InsteadOfRows title={nobodyWaits ? words.nobodyWaits : words.nothingFound}>
      {nobodyWaits && <p className="quiet">{words.nobodyWaitsHint}</p>}
      {/* A search of the inbox leaves out what was put away. */}
      {q !== '' && archived === '' && (
        <p>
          <a {...linkTo({ ...archivedOnly, q })}>{words.searchArchive}</a>
        </p>
      )}
      <WayOn label={nobodyWaits ? words.all : words.clear} go={inbox.filter.clear} />
    </InsteadOfRows>
  );
}

function EmptyInbox() {
  const inbox = useInbox();
  const held = useStore(inbox.list.$held) ?? 0;
  const linkTo = useFilterLink();
  const hasArchived = useHasArchived(inbox);
  if (held === 0 && hasArchived === undefined) return null;
  return held > 0 || hasArchived ? (
    <InsteadOfRows title={words.done}>
      <p className={css.links}>
        <a {...linkTo(archivedOnly)}>{words.archived}</a>
        {held > 0 && <a {...linkTo(heldOnly)}>{admin.list.held(held)}</a>}
      </p>
    </InsteadOfRows>
  ) : (
    <InsteadOfRows title={words.fresh.heading}>
      <p className="quiet">{words.fresh.hint}</p>
      <ol className={css.steps}>
        {words.fresh.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <DialogButton label={admin.trial.openFirst} load={dialogs.trial} />
    </InsteadOfRows>
  );
}

/** An inbox may be empty because all is done. Undefined until the server has answered. */
function useHasArchived({ pages }: Inbox): boolean | undefined {
  const [hasArchived, setHasArchived] = useState<boolean>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    pages.newest(archivedOnly, signal).then(
      ({ submissions, next_cursor }) => {
        // A page may be empty although the list goes on.
        setHasArchived(submissions.length > 0 || next_cursor !== null);
      },
      () => {
        // Not known. Then don't claim that nothing ever came.
        if (!signal.aborted) setHasArchived(true);
      },
    );
    return () => {
      leaving.abort();
    };
  }, [pages]);
  return hasArchived;
}
