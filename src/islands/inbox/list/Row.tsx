import { memo } from 'react';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import type { Delivery, SubmissionItem } from '../../../shared/submission.ts';
import { exactTime, industryLabel, mailTo, shortTime, tel } from '../../staff/format.ts';
import { useInbox } from '../inbox-store.ts';
import { AgainMark } from './Earlier.tsx';
import { Wait } from '../waiting/Waiting.tsx';
import badge from './badge.module.css';
import css from './row.module.css';
import cell from './table.module.css';

interface Props {
  item: SubmissionItem;
  index: number;
  /** The day in the company's time zone. */
  today: string;
  isActive: boolean;
  isOpen: boolean;
  isSending: boolean;
  isNew: boolean;
}

/** Longer than any column can show. */
const glimpse = 140;

/** Two parts of an address that are no longer than this have a line each. Longer ones need every place. */
const lineOfEmail = 22;

export const Row = memo(function Row(props: Props) {
  const { item, index, today, isActive, isOpen, isSending, isNew } = props;
  const { answering, resending } = useInbox();
  const { send } = resending;
  const reach = (): void => void answering.reach(item);
  // Only one row at a time is in the Tab order. Arrow keys move to the others.
  const tabIndex = isActive ? 0 : -1;
  const words = item.delivery.state === 'held' ? deliveryWords.release : deliveryWords.resend;
  const domain = item.email.lastIndexOf('@') + 1;
  const message = item.message?.slice(0, glimpse).replace(/\s+/g, ' ');
  return (
    <tr
      role="row"
      className={css.row}
      aria-rowindex={index + 2}
      data-id={item.id}
      data-new={isNew || undefined}
      data-open={isOpen || undefined}
    >
      <td role="cell" className={cell.date}>
        <time dateTime={item.created_at} title={exactTime(item.created_at)}>
          {shortTime(item.created_at, today)}
        </time>
      </td>
      <td role="cell" className={cell.waiting}>
        <Wait item={item} />
      </td>
      <th scope="row" role="rowheader" className={cell.name}>
        <span className={css.who}>
          <button
            type="button"
            data-open
            className={css.open}
            tabIndex={tabIndex}
            title={item.name}
          >
            {item.name}
            {isNew && <span className="sr-only">, {admin.list.isNew}</span>}
          </button>
          <AgainMark item={item} tabIndex={tabIndex} />
        </span>
      </th>
      <td role="cell" className={cell.email}>
        <a
          className={css.link}
          href={mailTo(item.email)}
          tabIndex={tabIndex}
          title={item.email}
          onClick={reach}
        >
          {item.email.slice(0, domain)}
          {Math.max(domain, item.email.length - domain) <= lineOfEmail && <wbr />}
          {item.email.slice(domain)}
        </a>
      </td>
      <td role="cell" className={cell.phone}>
        <a className={css.link} href={tel(item)} tabIndex={tabIndex} onClick={reach}>
          {item.phone}
        </a>
      </td>
      <td role="cell" className={cell.company} title={item.company}>
        {item.company}
      </td>
      <td role="cell" className={cell.industry}>
        {industryLabel(item.industry)}
      </td>
      <td role="cell" className={cell.message}>
        {message ?? <span className="quiet">{admin.nothing}</span>}
      </td>
      <td role="cell" className={cell.marketing} data-label={admin.columns.marketing}>
        {item.consent_marketing ? admin.yes : admin.no}
      </td>
      <td role="cell" className={cell.delivery}>
        <Badge delivery={item.delivery} />
      </td>
      <td role="cell" className={cell.actions}>
        <button
          type="button"
          className={css.resend}
          tabIndex={tabIndex}
          aria-label={words.of(item.name)}
          aria-busy={isSending}
          aria-disabled={isSending}
          onClick={() => void send(item)}
        >
          {words.label}
        </button>
      </td>
    </tr>
  );
});

export function Badge({ delivery: { state } }: { delivery: Delivery }) {
  return (
    <span className={badge.badge} data-state={state}>
      {deliveryWords.states[state]}
    </span>
  );
}
