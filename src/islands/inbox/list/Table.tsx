import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef, type FocusEvent, type MouseEvent, type RefObject } from 'react';
import { dayAt } from '../../../shared/company-time.ts';
import { useInbox } from '../inbox-store.ts';
import { columns, Heads, useColumns } from './columns.tsx';
import { Row } from './Row.tsx';
import type { LeadListState } from './list-state.ts';
import { useAnchor } from './row-lock.ts';
import { slotsOf, useRange } from './visible-rows.ts';
import css from './table.module.css';

const idOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-id]')?.dataset['id'] : undefined;

/** Only the rows around the view are in the document; the others are empty space. */
export function Table({ list }: { list: LeadListState }) {
  const { rows, next, loaded, unseen } = list;
  const inbox = useInbox();
  const active = useStore(inbox.$active);
  const opened = useStore(inbox.$opened);
  const sending = useStore(inbox.resending.$sending);
  const body = useRef<HTMLTableSectionElement>(null);
  const { range, rowHeight } = useRange(body, rows.length);
  const today = dayAt(Date.now());
  const chosen = useColumns();
  // Until a row has been active, Tab reaches the first one.
  const found = active === undefined ? -1 : rows.findIndex(({ id }) => id === active);
  const activeIndex = Math.max(found, 0);
  useAnchor(body, rows, rowHeight);
  useFocusRequest(body);

  const press = ({ target }: MouseEvent): void => {
    const id = idOf(target);
    const row = rows.find((it) => it.id === id);
    const isOther = target instanceof Element && target.closest('a, button:not([data-open])');
    // Don't open a row while its text is selected to be copied. Its button has no text to select.
    const isName = target instanceof Element && target.closest('button') !== null;
    if (row && !isOther && (isName || getSelection()?.type !== 'Range')) inbox.open(row);
  };
  const follow = ({ target }: FocusEvent): void => {
    inbox.rowLock.put('focus', true);
    const id = idOf(target);
    if (id !== undefined) inbox.$active.set(id);
  };

  return (
    <table
      {...chosen}
      className={css.table}
      role="table"
      aria-labelledby="submissions"
      aria-rowcount={next === null ? rows.length + 1 : -1}
      aria-busy={!loaded}
      onPointerEnter={() => {
        inbox.rowLock.put('pointer', true);
      }}
      onPointerLeave={() => {
        inbox.rowLock.put('pointer', false);
        inbox.rowLock.pointerLeft();
      }}
    >
      <Heads />
      <tbody
        ref={body}
        role="rowgroup"
        onClick={press}
        onFocus={follow}
        onBlur={() => {
          inbox.rowLock.put('focus', false);
        }}
      >
        {slotsOf(range, rows.length, activeIndex).map((slot) => {
          if ('space' in slot) {
            const blockSize = slot.space * rowHeight;
            return (
              <tr key={`to ${slot.before}`} aria-hidden="true" style={{ blockSize }}>
                <td colSpan={columns.length} />
              </tr>
            );
          }
          const row = rows[slot.row];
          return (
            row && (
              <Row
                key={row.id}
                item={row}
                index={slot.row}
                today={today}
                isActive={slot.row === activeIndex}
                isOpen={row.id === opened?.id}
                isSending={sending.has(row.id)}
                isNew={unseen.has(row.id)}
              />
            )
          );
        })}
      </tbody>
    </table>
  );
}

/** A table that is shown later, for another search, must not take the focus again. */
const done = new WeakSet<object>();

/** Focuses the row that $focus names, and scrolls it into view. */
function useFocusRequest(body: RefObject<HTMLTableSectionElement | null>): void {
  const { $focus } = useInbox();
  const wanted = useStore($focus);

  useLayoutEffect(() => {
    if (!wanted || done.has(wanted)) return;
    const row = body.current?.querySelector(`tr[data-id="${CSS.escape(wanted.id)}"]`);
    if (!row) return;
    // Scroll first: focus() alone would scroll further than needed.
    row.scrollIntoView({ block: 'nearest' });
    row.querySelector<HTMLElement>('button[data-open]')?.focus({ preventScroll: true });
    done.add(wanted);
  }, [body, wanted]);
}
