import { useListener } from '../staff/listen.ts';
import { focusQuestion, isField } from './focus.ts';
import type { Inbox } from './inbox-store.ts';
import { remembered } from './remembered.ts';

const singleKeys = {
  j: 'next',
  k: 'previous',
  a: 'answer',
  e: 'archive',
  o: 'open',
  t: 'talking',
  w: 'won',
  l: 'lost',
  x: 'not-a-lead',
  c: 'call-back',
  n: 'note',
  z: 'undo',
  r: 'resend',
  '/': 'search',
  '?': 'keys',
} as const;

const arrows = { ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' } as const;

type Command = (typeof singleKeys & typeof arrows)[keyof typeof singleKeys | keyof typeof arrows];

const commandIn = (table: Partial<Record<string, Command>>, key: string) => table[key];

/** A key that's held down moves through the rows, but does nothing else twice. */
const repeated: readonly Command[] = ['next', 'previous', 'first', 'last'];

export interface KeyPress {
  key: string;
  /** With Ctrl, Alt or Meta, the key belongs to the browser. */
  modified: boolean;
  /** The place of the focus. A field takes every key; only the list and the page take arrows. */
  focus: 'field' | 'list' | 'page' | 'control' | 'panel' | 'dialog';
  /** Whether single keys are on. Speech input and slips of the hand press them by mistake. */
  singleKeys: boolean;
}

export function commandOf({ key, modified, focus, singleKeys: on }: KeyPress): Command | undefined {
  if (modified || focus === 'field' || focus === 'dialog') return undefined;
  const single = on ? commandIn(singleKeys, key.toLowerCase()) : undefined;
  // The panel scrolls by itself and covers the search.
  if (focus === 'panel') return single === 'search' || single === 'keys' ? undefined : single;
  const arrow = focus === 'control' ? undefined : commandIn(arrows, key);
  // Outside the list, these two scroll the page.
  if (focus === 'page' && (arrow === 'first' || arrow === 'last')) return undefined;
  return arrow ?? single;
}

/** 'off' turns single keys off. */
export const $singleKeys = remembered('leadwright:letters');

/** Keyboard shortcuts of the whole page. */
export function useKeys(inbox: Inbox, openKeys: () => void): void {
  useListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const focus = placeOf(event.target);
    // An open menu takes the key: the browser closes it.
    const isMenuOpen = document.querySelector('[popover=auto]:popover-open');
    if (event.key === 'Escape' && focus !== 'dialog' && !isMenuOpen && inbox.$opened.get()) {
      event.preventDefault();
      inbox.close();
      return;
    }
    const command = commandOf({
      key: event.key,
      modified: event.ctrlKey || event.altKey || event.metaKey,
      focus,
      singleKeys: $singleKeys.get() !== 'off',
    });
    if (!command) return;
    event.preventDefault();
    if (event.repeat && !repeated.includes(command)) return;
    run(inbox, command, focus, openKeys);
  });
}

function placeOf(target: EventTarget | null): KeyPress['focus'] {
  // Also if the focus was on a button of the dialog that is gone by now.
  if (document.querySelector('dialog:modal')) return 'dialog';
  if (!(target instanceof HTMLElement)) return 'page';
  if (isField(target) || target.isContentEditable) return 'field';
  if (target.closest('dialog')) return 'panel';
  if (target.closest('tbody')) return 'list';
  return target.closest('button, a, summary, input') ? 'control' : 'page';
}

function run(inbox: Inbox, command: Command, focus: KeyPress['focus'], openKeys: () => void): void {
  // Only the open lead, or the row that has the focus.
  const item = inbox.$opened.get() ?? (focus === 'list' ? inbox.active() : undefined);
  switch (command) {
    case 'search':
      document.querySelector<HTMLInputElement>('input[type=search]')?.select();
      break;
    case 'keys':
      openKeys();
      break;
    case 'undo':
      void inbox.undo();
      break;
    case 'answer':
      if (item) void inbox.answering.toggle(item);
      break;
    case 'archive':
      if (item) void inbox.archiving.toggle(item);
      break;
    case 'resend':
      if (item) void inbox.resending.send(item);
      break;
    case 'open':
    case 'talking':
      if (item) inbox.following.press(item, command);
      break;
    case 'won':
    case 'lost':
    case 'not-a-lead':
    case 'call-back':
    case 'note':
      if (!item) break;
      inbox.open(item);
      inbox.following.press(item, command);
      focusQuestion(command);
      break;
    default:
      inbox.move(command);
  }
}
