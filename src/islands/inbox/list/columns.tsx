import type { CSSProperties, ReactNode } from 'react';
import { admin } from '../../../copy/admin.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { exactTime, industryLabel, mailTo, shortTime, tel } from '../../staff/format.ts';
import { AgainMark, Badge, ResendButton, Wait } from './cells.tsx';
import css from './row.module.css';

export interface RowOfLead {
  item: SubmissionItem;
  /** The day in the company's time zone. */
  today: string;
  /** For everything that can be pressed in the row. */
  tabIndex: 0 | -1;
  isNew: boolean;
  /** For a click on the phone number or the e-mail address. */
  reach: () => void;
}

export interface Column {
  name: keyof typeof admin.columns;
  /** In a wide window. E-mails are read and copied, so theirs is the widest. */
  width: string;
  /** Others open a lead, or say which one it is. */
  canHide?: true;
  onPhone?: true;
  /** A column that may be cut off says the whole in its title. */
  title?: (item: SubmissionItem) => string;
  cell: (row: RowOfLead) => ReactNode;
}

/** The columns in their order: the brief's nine, and ours for waiting and delivery. */
export const columns: readonly Column[] = [
  {
    name: 'date',
    width: '7rem',
    onPhone: true,
    cell: ({ item: { created_at }, today }) => (
      <time dateTime={created_at} title={exactTime(created_at)}>
        {shortTime(created_at, today)}
      </time>
    ),
  },
  {
    name: 'waiting',
    width: '4.25rem',
    canHide: true,
    onPhone: true,
    cell: ({ item }) => <Wait item={item} />,
  },
  {
    name: 'name',
    width: 'minmax(0, 12fr)',
    onPhone: true,
    cell: ({ item, tabIndex, isNew }) => (
      <span className={css.who}>
        <button type="button" data-open className={css.open} tabIndex={tabIndex} title={item.name}>
          {item.name}
          {isNew && <span className="sr-only">, {admin.list.isNew}</span>}
        </button>
        <AgainMark item={item} tabIndex={tabIndex} />
      </span>
    ),
  },
  {
    name: 'email',
    width: 'minmax(0, 24fr)',
    canHide: true,
    cell: ({ item: { email }, tabIndex, reach }) => (
      <a
        className={css.link}
        href={mailTo(email)}
        tabIndex={tabIndex}
        title={email}
        onClick={reach}
      >
        {emailInParts(email)}
      </a>
    ),
  },
  {
    name: 'phone',
    width: '6.5rem',
    canHide: true,
    cell: ({ item, tabIndex, reach }) => (
      <a className={css.link} href={tel(item)} tabIndex={tabIndex} onClick={reach}>
        {item.phone}
      </a>
    ),
  },
  {
    name: 'company',
    width: 'minmax(4.25rem, 7fr)',
    canHide: true,
    title: ({ company }) => company,
    cell: ({ item }) => item.company,
  },
  {
    name: 'industry',
    width: 'minmax(4rem, 7fr)',
    canHide: true,
    onPhone: true,
    cell: ({ item }) => industryLabel(item.industry),
  },
  {
    name: 'message',
    width: 'minmax(4rem, 6fr)',
    canHide: true,
    cell: ({ item: { message } }) =>
      message?.slice(0, glimpse).replace(/\s+/g, ' ') ?? (
        <span className="quiet">{admin.nothing}</span>
      ),
  },
  {
    name: 'marketing',
    width: '4.25rem',
    canHide: true,
    cell: ({ item }) => (item.consent_marketing ? admin.yes : admin.no),
  },
  {
    name: 'delivery',
    width: '5.5rem',
    canHide: true,
    onPhone: true,
    cell: ({ item }) => <Badge delivery={item.delivery} />,
  },
  {
    name: 'actions',
    width: '4.5rem',
    cell: ({ item, tabIndex }) => <ResendButton item={item} tabIndex={tabIndex} />,
  },
];

/** How the style sheet knows a cell. */
export const cellOf = ({ name, onPhone }: Column) => ({
  'data-column': name,
  'data-label': admin.columns[name],
  'data-phone': onPhone,
  style: { '--area': name } as CSSProperties,
});

/** Longer than any column can show. */
const glimpse = 140;

/** Two parts of an address that are no longer than this have a line each. Longer ones need every place. */
const lineOfEmail = 22;

function emailInParts(email: string): ReactNode {
  const domain = email.lastIndexOf('@') + 1;
  return (
    <>
      {email.slice(0, domain)}
      {Math.max(domain, email.length - domain) <= lineOfEmail && <wbr />}
      {email.slice(domain)}
    </>
  );
}
