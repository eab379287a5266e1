import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { admin } from '../../../copy/admin.ts';
import { addressOf, heldOnly, waitingOnly, type Filter } from '../filters/filter.ts';
import { useFilterLink } from '../filters/use-filter-link.ts';
import { focusList } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import { BulkLine } from '../bulk/BulkLine.tsx';
import css from '../inbox.module.css';

const words = admin.list;

/** Always keeps the same height, so that its messages move nothing below it. */
export function StatusLine() {
  const inbox = useInbox();
  const { failed, offline, loaded } = useStore(inbox.list.$list);
  const rows = useStore(inbox.list.$rows);
  const fresh = useStore(inbox.list.$fresh);

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
          {loaded && words.shown(rows.length)}
          {offline && !failed && <span className={css.offline}>{words.offline}</span>}
        </p>
      )}
      <Count $count={inbox.list.$waiting} of={waitingOnly} says={words.waiting} />
      <Count $count={inbox.list.$held} of={heldOnly} says={words.held} />
      {failed && rows.length > 0 && (
        <p className={css.failed}>
          <strong>{words.failed}.</strong> <span>{words.failedHint}</span>
          <button
            type="button"
            className={css.small}
            onClick={() => {
              inbox.list.retry();
              focusList();
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

interface CountProps {
  $count: ReadableAtom<number | undefined>;
  /** The filter that shows them. */
  of: Filter;
  says: (count: number) => string;
}

/** Always shown: other views leave held leads out, and any lead may wait. */
function Count({ $count, of, says }: CountProps) {
  const { filter } = useInbox();
  const linkTo = useFilterLink();
  const count = useStore($count);
  const isHere = addressOf(useStore(filter.$filter)) === addressOf(of);
  if (count === undefined) return null;
  const text = says(count);

  return (
    <p className="small quiet">
      {count === 0 ? (
        text
      ) : (
        <a {...linkTo(of)} aria-current={isHere ? 'page' : undefined}>
          {text}
        </a>
      )}
    </p>
  );
}
