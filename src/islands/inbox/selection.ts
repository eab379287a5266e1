import { atom, computed, type WritableAtom } from 'nanostores';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import type { SubmissionItem } from '../../shared/submission.ts';
import { focusList, focusRow, isTyping } from './focus.ts';
import type { List } from './list/list.ts';
import type { LeadCache } from './leads.ts';

/** In ms: an admin who only passes a lead on the way to another has no need to know more. */
export const passingWithin = 300;

/** The lead that keys act on, and the one in the panel. */
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

  /** Leads that arrived while the page was open and haven't been opened yet. */
  const $unseen = atom<ReadonlySet<string>>(new Set());

  $opened.listen((lead) => {
    if (lead || $openedId.get() === undefined) return;
    $openedId.set(undefined);
    showToast({ title: admin.erasedMeanwhile });
    focusList();
  });

  /** The row that Tab reaches: the active one, or the first until there is one. */
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

    /** Shows the new leads and focuses the first of them. */
    showFresh: (): void => {
      const fresh = list.$fresh.get();
      list.show();
      $unseen.set(new Set([...$unseen.get(), ...fresh]));
      if (fresh[0] !== undefined) focus(fresh[0]);
    },

    /** Focuses another row, or shows it in the panel if that is open. */
    move(where: 'next' | 'previous'): void {
      const rows = list.$rows.get();
      const at = indexOf($active.get());
      const last = rows.length - 1;
      const row = rows[where === 'next' ? Math.min(at + 1, last) : Math.max(at - 1, 0)];
      if (!row) return;
      if ($openedId.get() !== undefined) open(row);
      else focus(row.id);
    },

    /** Removes a row. An admin at this row, or in its panel, goes on with the next one. Returns how to put it back. */
    take: (id: string): (() => void) => {
      const rows = list.$rows.get();
      const at = indexOf(id);
      const next = rows[at + 1] ?? rows[at - 1];
      const wasHere = $active.get() === id;
      // On the next lead, what is typed here would be keys.
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
