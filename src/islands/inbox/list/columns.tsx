import type { CSSProperties, ReactNode } from 'react';
import { admin } from '../../../copy/admin.ts';
import { followUp } from '../../../copy/follow-up-words.ts';
import { mailTo, tel } from '../../../shared/phone-numbers.ts';
import { industryLabel } from '../../../shared/pricing.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { AgainMark, Badge, Came, ResendButton, Wait } from './cells.tsx';
import css from './row.module.css';

export interface RowOfLead {
  item: SubmissionItem;
  /** For each control in the row. Only one row at a time is in the Tab order. */
  tabIndex: 0 | -1;
  isNew: boolean;
  reach: () => void;
}

interface Column {
  name: keyof typeof admin.columns;
  /** In a wide window. E-mail addresses are read and copied, so theirs is the widest. */
  width: string;
  onPhone?: true;
  cell: (row: RowOfLead) => ReactNode;
}

/** The brief's nine columns in their order. Later additions share these cells. */
export const columns: readonly Column[] = [
  {
    name: 'date',
    width: '7.75rem',
    onPhone: true,
    cell: ({ item }) => (
      <>
        <Came at={item.created_at} />
        <span>
          <Wait item={item} />
          {/* A planned call leaves no room, and already shows that an admin works on the lead. */}
          {!item.call_back && item.notes && item.notes.length > 0 && (
            <span className={`quiet ${css.notes}`}>{followUp.notes.number(item.notes.length)}</span>
          )}
        </span>
      </>
    ),
  },
  {
    name: 'name',
    width: 'minmax(0, 10fr)',
    onPhone: true,
    cell: ({ item, tabIndex, isNew }) => (
      <span className={`flow ${css.who}`}>
        <button
          type="button"
          data-open
          className={`bare ${css.open}`}
          tabIndex={tabIndex}
          // WebKit doesn't read the text of a row that it has not laid out yet.
          aria-label={isNew ? `${item.name}, ${admin.list.isNew}` : item.name}
        >
          <span className={css.clamped}>{item.name}</span>
        </button>
        <AgainMark item={item} tabIndex={tabIndex} />
      </span>
    ),
  },
  {
    name: 'email',
    width: 'minmax(0, 14fr)',
    cell: ({ item: { email }, tabIndex, reach }) => (
      <a href={mailTo(email)} tabIndex={tabIndex} title={email} onClick={reach}>
        {email.replace(/@[^@]*$/, '@')}
        <wbr />
        {email.replace(/^.*@/, '')}
      </a>
    ),
  },
  {
    name: 'phone',
    width: '5.75rem',
    cell: ({ item, tabIndex, reach }) => (
      <a href={tel(item)} tabIndex={tabIndex} onClick={reach}>
        {item.phone}
      </a>
    ),
  },
  {
    name: 'company',
    width: 'minmax(0, 7fr)',
    cell: ({ item: { company } }) => (
      <span className={css.clamped} title={company}>
        {company}
      </span>
    ),
  },
  {
    name: 'industry',
    width: 'minmax(5.75rem, 8fr)',
    onPhone: true,
    cell: ({ item }) => <span className={css.clamped}>{industryLabel(item.industry)}</span>,
  },
  {
    name: 'message',
    width: 'minmax(0, 17fr)',
    cell: ({ item: { message } }) =>
      message === null ? (
        <span className="quiet">{admin.nothing}</span>
      ) : (
        <span className={css.clamped}>{message.slice(0, glimpse).replace(/\s+/g, ' ')}</span>
      ),
  },
  {
    name: 'marketing',
    width: '4.25rem',
    cell: ({ item }) => (item.consent_marketing ? admin.yes : admin.no),
  },
  {
    name: 'actions',
    width: '5.25rem',
    onPhone: true,
    cell: ({ item, tabIndex }) => (
      <>
        <Badge delivery={item.delivery} />
        <ResendButton item={item} tabIndex={tabIndex} />
      </>
    ),
  },
];

export const cellOf = ({ name, onPhone }: Column) => ({
  'data-column': name,
  'data-label': admin.columns[name],
  'data-phone': onPhone,
  style: { '--area': name } as CSSProperties,
});

/** Longer than any column can show. */
const glimpse = 200;
