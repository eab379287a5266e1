import { atom, computed, type WritableAtom } from 'nanostores';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import type { SubmissionItem } from '../../shared/submission.ts';
import { focusList, focusRow, isTyping } from './focus.ts';
import type { List } from './list/list.ts';
import type { LeadCache } from './leads.ts';

/** In ms. If an admin passes a lead faster than this, the do-not-contact list isn't asked about it. */
export const passingWithin = 300;

export function createSelection(
  list: List,
  { $leads }: Pick<LeadCache, '$leads'>,
  $openedId: WritableAtom<string | undefined>,
) {
  const $active = atom<string | undefined>(undefined);
  /** It stays open when its row leaves the list. */
  const $opened = computed([$openedId, $leads], (id, leads) =>
    id === undefined ? undefined : leads.get(id),
  );

  /** New leads since the page was opened that haven't been opened yet. */
  const $unseen = atom<ReadonlySet<string>>(new Set());

  $opened.listen((lead) => {
    if (lead || $openedId.get() === undefined) return;
    $openedId.set(undefined);
    showToast({ title: admin.erasedMeanwhile });
    focusList();
  });

  /** The row that Tab reaches: the active one, or the first row. */
  const $tabbed = computed([$active, list.$rows], (active, rows) =>
    rows.some(({ id }) => id === active) ? active : rows[0]?.id,
  );

  const indexOf = (id: string | undefined): number =>
    list.$rows.get().findIndex((row) => row.id === id);

  const focus = (id: string): void => {
    $active.set(id);
    focusRow(id);
  };

  const open = ({ id }: Pick<SubmissionItem, 'id'>): void => {
    $active.set(id);
    $unseen.set(new Set([...$unseen.get()].filter((it) => it !== id)));
    $openedId.set(id);
  };

  return {
    $active,
    $tabbed,
    $openedId,
    $opened,
    $unseen,
    focus,
    open,

    active: (): SubmissionItem | undefined => list.$rows.get()[indexOf($active.get())],

    close: (): void => {
      const id = $openedId.get();
      if (id === undefined) return;
      $openedId.set(undefined);
      focus(id);
    },

    showFresh: (): void => {
      const fresh = list.$fresh.get();
      list.showFresh();
      $unseen.set(new Set([...$unseen.get(), ...fresh]));
      if (fresh[0] !== undefined) focus(fresh[0]);
    },

    move(where: 'next' | 'previous'): void {
      const rows = list.$rows.get();
      const at = indexOf($active.get());
      const last = rows.length - 1;
      const row = rows[where === 'next' ? Math.min(at + 1, last) : Math.max(at - 1, 0)];
      if (!row) return;
      if ($openedId.get() !== undefined) open(row);
      else focus(row.id);
    },

    /**
     * Removes a row. If the admin is at this row or in its panel, moves to the next one. Returns a function
     * that puts the row back.
     */
    take: (id: string): (() => void) => {
      const rows = list.$rows.get();
      const at = indexOf(id);
      const next = rows[at + 1] ?? rows[at - 1];
      const wasHere = $active.get() === id;
      // On the next lead, typed text would act as shortcut keys.
      const wasOpen = $openedId.get() === id && !isTyping();
      if (wasOpen && !next) $openedId.set(undefined);
      const putBack = list.remove(id);
      if (wasOpen && next) open(next);
      else if (wasHere && next) focus(next.id);
      else if (wasHere) focusList();
      return () => {
        putBack();
        if ($openedId.get() === undefined) focus(id);
      };
    },
  };
}
