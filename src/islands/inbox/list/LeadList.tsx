import { useStore } from '@nanostores/react';
import { admin } from '../../../copy/admin.ts';
import { BulkLine } from '../resend/BulkLine.tsx';
import { isFiltered } from '../filters/filter.ts';
import { HeldCount } from './HeldCount.tsx';
import { Skeleton } from './Skeleton.tsx';
import { Table } from './Table.tsx';
import { useInbox } from '../use-inbox.ts';
import css from '../inbox.module.css';

const words = admin.list;

export function LeadList() {
  const inbox = useInbox();
  const list = useStore(inbox.list.$list);
  const filter = useStore(inbox.filter.$filter);
  const { rows, loaded, failed, busy } = list;

  return (
    <>
      <StatusLine />
      {rows.length > 0 && <Table list={list} />}
      {rows.length === 0 && busy === 'first' && <Skeleton />}
      {rows.length === 0 && !loaded && failed === 'first' && (
        <div className={`ticket ticket--torn ${css.state}`}>
          <p className={css.big}>{words.failed}</p>
          <p>
            <button
              type="button"
              className="button"
              onClick={() => {
                inbox.list.retry();
              }}
            >
              {words.retry}
            </button>
          </p>
        </div>
      )}
      {rows.length === 0 && loaded && (
        <div className={`ticket ticket--torn ${css.state}`}>
          {isFiltered(filter) ? (
            <>
              <p className={css.big}>{words.nothingFound}</p>
              <p>
                <button
                  type="button"
                  className="button"
                  onClick={() => {
                    inbox.filter.clear();
                  }}
                >
                  {words.clear}
                </button>
              </p>
            </>
          ) : (
            <>
              <p className={css.big}>{words.empty}</p>
              <p className="quiet">{words.emptyHint}</p>
            </>
          )}
        </div>
      )}
      {rows.length > 0 && <Foot />}
    </>
  );
}

/** Always there and always as high, so that its messages move nothing below it. */
function StatusLine() {
  const inbox = useInbox();
  const { rows, fresh, failed, offline, loaded } = useStore(inbox.list.$list);

  return (
    <div className={css.line}>
      <h2 id="submissions" tabIndex={-1}>
        {words.heading}
      </h2>
      {fresh.length > 0 ? (
        <p role="status">
          <button
            type="button"
            className={css.fresh}
            onClick={() => {
              inbox.showFresh();
            }}
          >
            <b>{words.fresh(fresh.length)}</b> <span>{words.show}</span>
          </button>
        </p>
      ) : (
        <p role="status" className="small quiet">
          {loaded && rows.length > 0 && words.shown(rows.length)}
          {offline && !failed && <span className={css.offline}>{words.offline}</span>}
        </p>
      )}
      <HeldCount />
      {failed && rows.length > 0 && (
        <p className={css.failed}>
          <strong>{words.failed}.</strong> <span>{words.failedHint}</span>
          <button
            type="button"
            className={css.small}
            onClick={() => {
              inbox.list.retry();
            }}
          >
            {words.retry}
          </button>
        </p>
      )}
      <BulkLine />
    </div>
  );
}

function Foot() {
  const inbox = useInbox();
  const { rows, next, busy, loaded } = useStore(inbox.list.$list);
  if (!loaded) return null;
  if (next === null) return <p className={css.end}>{words.end(rows.length)}</p>;
  return (
    <p className={css.more}>
      <button
        type="button"
        className="button button--plain"
        aria-disabled={busy === 'more'}
        onClick={(event) => {
          if (busy) return;
          // With the keyboard, the focus goes on to the first of the new rows.
          void inbox.more(event.currentTarget.matches(':focus-visible'));
        }}
      >
        {busy === 'more' ? words.loadingMore : words.more}
      </button>
      <span className="small quiet">{words.shown(rows.length)}</span>
    </p>
  );
}
