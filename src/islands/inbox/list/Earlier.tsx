import { again } from '../../../copy/again.ts';
import { dayAt } from '../../../shared/company-time.ts';
import type { Earlier, SubmissionItem } from '../../../shared/submission.ts';
import { exactTime, shortDay, shortTime } from '../../staff/format.ts';
import { noFilter } from '../filters/filter.ts';
import { useFilterLink } from '../filters/use-filter-link.ts';
import css from './row.module.css';

interface Props {
  item: SubmissionItem;
}

/** In a row: that the person asked before, with a link to all of their requests. */
export function AgainMark({ item, tabIndex }: Props & { tabIndex: number }) {
  const link = useSearchLink();
  const { earlier = [], email, phone } = item;
  const [first] = earlier;
  if (!first) return null;
  const count = earlier.length;
  return (
    <a
      {...link(earlier.some(({ by }) => by !== 'phone') ? email : phone)}
      className={css.again}
      tabIndex={tabIndex}
      title={again.mark(count, dayOf(first))}
    >
      {again.short(count)}
      <span className="sr-only"> {again.rest(dayOf(first))}</span>
    </a>
  );
}

/** In the panel: each earlier request, with a link to it. */
export function EarlierRequests({ item }: Props) {
  const link = useSearchLink();
  const { earlier = [] } = item;
  const [first] = earlier;
  const today = dayAt(Date.now());
  if (!first) return null;
  return (
    <>
      {again.mark(earlier.length, dayOf(first))}
      <ul className={css.earlier}>
        {earlier.toReversed().map((it) => (
          <li key={it.id}>
            <a {...link(it.id)}>
              <time dateTime={it.at} title={exactTime(it.at)}>
                {shortTime(it.at, today)}
              </time>
            </a>
            , {again.by[it.by]}
          </li>
        ))}
      </ul>
    </>
  );
}

const dayOf = ({ at }: Earlier): string => shortDay(at, dayAt(Date.now()));

/** A search for an address or a number finds all of a person's leads, and one for an id finds that lead. */
function useSearchLink() {
  const linkTo = useFilterLink();
  return (q: string) => linkTo({ ...noFilter, q });
}
