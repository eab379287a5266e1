import { atom } from 'nanostores';
import { local } from '../../browser/session.ts';
import { keys as words } from '../../copy/lead-panel.ts';
import type { SubmissionItem } from '../../shared/submission.ts';
import { useListener } from '../staff/window.ts';
import { focusSearch, isField } from './focus.ts';
import type { Inbox } from './inbox-store.ts';

interface Press {
  inbox: Inbox;
  lead: SubmissionItem | undefined;
  openKeys: () => unknown;
}

type Run = (press: Press) => unknown;

const move =
  (where: Parameters<Inbox['move']>[0]): Run =>
  ({ inbox }) =>
    inbox.move(where);

const onLead =
  (run: (inbox: Inbox, lead: SubmissionItem) => unknown): Run =>
  ({ inbox, lead }) =>
    lead && run(inbox, lead);

/** Rows don't show that a colleague archived or restored a lead, so the view decides. */
const archive = onLead((inbox, lead) => {
  const { archived, q } = inbox.filter.$filter.get();
  const isShown = inbox.$opened.get() || q === lead.id;
  return inbox.archiving.toggle(isShown ? lead : { id: lead.id, archived: archived === 'yes' });
});

interface Shortcut {
  does: string;
  keys: Readonly<Record<string, Run | undefined>>;
  repeats?: true;
}

export const shortcuts: readonly Shortcut[] = [
  { does: words.next, keys: { ArrowDown: move('next'), j: move('next') }, repeats: true },
  { does: words.previous, keys: { ArrowUp: move('previous'), k: move('previous') }, repeats: true },
  // A row's button handles it.
  { does: words.open, keys: { Enter: undefined } },
  { does: words.answer, keys: { a: onLead((inbox, lead) => inbox.answering.toggle(lead)) } },
  { does: words.archive, keys: { e: archive } },
  { does: words.undo, keys: { z: ({ inbox }) => inbox.undo() } },
  { does: words.search, keys: { '/': focusSearch } },
  { does: words.this, keys: { '?': ({ openKeys }) => openKeys() } },
  // Handled below, because it works in fields, too.
  { does: words.close, keys: { Escape: undefined } },
];

const lettersKey = 'leadwright:letters';

/** 'off' disables single-letter keys, which speech input and accidental presses trigger. */
export const $singleKeys = atom(local.read(lettersKey) ?? '');
$singleKeys.listen((choice) => local.write(lettersKey, choice));

type Place = 'field' | 'list' | 'page' | 'control' | 'panel' | 'dialog';

function placeOf(target: EventTarget | null): Place {
  // Also if the focus was on a button of the dialog that has been removed.
  if (document.querySelector('dialog:modal')) return 'dialog';
  if (!(target instanceof HTMLElement)) return 'page';
  if (isField(target) || target.isContentEditable) return 'field';
  if (target.closest('dialog')) return 'panel';
  if (target.closest('tbody')) return 'list';
  return target.closest('button, a, summary, input') ? 'control' : 'page';
}

/** Whether the page may handle a key at this place. */
function isOurs({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, place: Place): boolean {
  if (ctrlKey || altKey || metaKey || place === 'field' || place === 'dialog') return false;
  if (key.length === 1) return $singleKeys.get() !== 'off' && !(place === 'panel' && key === '/');
  return place === 'list' || place === 'page';
}

/** The field that received the last letter, and when. */
let typed: { field?: Element; at: number } = { at: -Infinity };

/**
 * Whether a key was meant for a field that has been removed, for example by a colleague's change. People
 * who are typing pause for less than two seconds.
 */
function isForGone({ key, target, timeStamp: at }: KeyboardEvent, place: Place): boolean {
  const isLetter = key.length === 1;
  if (place === 'field') typed = { field: target as Element, at: isLetter ? at : -Infinity };
  if (typed.field?.isConnected || at - typed.at > 2000) return false;
  if (!isLetter && key !== 'Enter') return false;
  typed.at = at;
  return true;
}

export function useKeys(inbox: Inbox, openKeys: () => unknown): void {
  useListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const place = placeOf(event.target);
    const opened = inbox.$opened.get();
    // The browser closes an open menu with this key.
    const isMenuOpen = document.querySelector('[popover=auto]:popover-open');
    if (event.key === 'Escape' && place !== 'dialog' && !isMenuOpen && opened) {
      event.preventDefault();
      // A field of the panel would keep the focus, and Firefox focuses nothing once the panel is closed.
      (event.target as HTMLElement).blur();
      inbox.close();
    }
    if (isForGone(event, place)) {
      // A space would press a focused button.
      event.preventDefault();
      return;
    }
    if (!isOurs(event, place)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const { keys, repeats } = shortcuts.find((it) => Object.hasOwn(it.keys, key)) ?? {};
    const run = keys?.[key];
    if (!run) return;
    event.preventDefault();
    if (event.repeat && !repeats) return;
    run({ inbox, lead: opened ?? (place === 'list' ? inbox.active() : undefined), openKeys });
  });
}
