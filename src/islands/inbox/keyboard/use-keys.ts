import { useEffect, type RefObject } from 'react';
import type { Inbox } from '../inbox-store.ts';
import { commandOf, type Command, type KeyPress } from './commands.ts';
import { $singleKeyShortcuts } from './single-key-shortcuts.ts';

/** Keyboard shortcuts of the whole page. */
export function useKeys(inbox: Inbox, keys: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const focus = placeOf(event.target);
      if (event.key === 'Escape' && focus !== 'dialog' && inbox.$opened.get()) {
        event.preventDefault();
        inbox.close();
        return;
      }
      const command = commandOf({
        key: event.key,
        modified: event.ctrlKey || event.altKey || event.metaKey,
        focus,
        singleKeys: $singleKeyShortcuts.get(),
      });
      if (!command) return;
      event.preventDefault();
      // A key that's held down moves through the rows, but must not send twice.
      if (event.repeat && (command === 'resend' || command === 'keys')) return;
      run(inbox, command, focus, keys.current);
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, [inbox, keys]);
}

function placeOf(target: EventTarget | null): KeyPress['focus'] {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.closest('dialog:modal')) return 'dialog';
  const isField = target.matches('input:not([type=checkbox]), select, textarea');
  if (isField || target.isContentEditable) return 'field';
  if (target.closest('dialog')) return 'panel';
  if (target.closest('tbody')) return 'list';
  return target.closest('button, a, summary, input') ? 'control' : 'page';
}

function run(
  inbox: Inbox,
  command: Command,
  focus: KeyPress['focus'],
  keys: HTMLDialogElement | null,
): void {
  switch (command) {
    case 'search':
      document.querySelector<HTMLInputElement>('input[type=search]')?.select();
      break;
    case 'keys':
      keys?.showModal();
      break;
    case 'resend': {
      // Only the open lead, or the row that has the focus.
      const item = inbox.$opened.get() ?? (focus === 'list' ? inbox.active() : undefined);
      if (item) void inbox.resending.send(item);
      break;
    }
    default:
      inbox.move(command);
  }
}
