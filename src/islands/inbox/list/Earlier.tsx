import type { MouseEvent } from 'react';
import { again } from '../../../copy/lead-panel.ts';
import { dayAt } from '../../../shared/company-time.ts';
import type { Earlier, SubmissionItem } from '../../../shared/submission.ts';
import { exactTime, shortDay, shortTime } from '../../staff/format.ts';
import { addressOf, noFilter } from '../filters/filter.ts';
import { useInbox } from '../inbox-store.ts';
import css from './row.module.css';

interface Props {
  item: SubmissionItem;
}

/** In a row: that the person asked before, with a link to all of their requests. */
export function AgainMark({ item, tabIndex }: Props & { tabIndex: number }) {
  const link = useRequests(item);
  const [first] = item.earlier ?? [];
  const last = item.earlier?.at(-1);
  if (!first || !last) return null;
  const count = item.earlier?.length ?? 0;
  return (
    <a
      {...link(last)}
      className={css.again}
      tabIndex={tabIndex}
      title={again.mark(count, dayOf(first))}
    >
      {again.short(count)}
      <span className="sr-only"> {again.rest(dayOf(first))}</span>
    </a>
  );
}

/** In the panel: each earlier request, with a link to those that have the same address or number. */
export function EarlierRequests({ item }: Props) {
  const link = useRequests(item);
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
            <a {...link(it)}>
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

/** A search finds all requests with the address or the number that this one and the earlier one share. */
function useRequests({ email, phone }: SubmissionItem) {
  const { filter } = useInbox();
  return ({ by }: Earlier) => {
    const found = { ...noFilter, q: by === 'phone' ? phone : email };
    const onClick = (event: MouseEvent): void => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      filter.choose(found);
    };
    return { href: addressOf(found), onClick };
  };
}
