import { useEffect } from 'react';

/** Whether the element handles every key itself. */
export const isField = (target: Element | null): boolean =>
  target?.matches('input:not([type=checkbox]), select, textarea') ?? false;

/**
 * Whether the user is typing. A late response must not move the focus away: with the focus on a row, the
 * next letters would archive, answer or resend a lead.
 */
export const isTyping = (): boolean => isField(document.activeElement);

/** Call the result to learn whether the focus is unchanged or nowhere. */
export function followFocus(): () => boolean {
  const from = document.activeElement;
  return () => [from, document.body].includes(document.activeElement);
}

/** For a button that its press removes, which would lose the focus. The heading always exists. */
export function focusList(): void {
  if (isTyping()) return;
  document.getElementById('submissions')?.focus({ preventScroll: true });
}

export function focusPanel(): boolean {
  const heading = document.getElementById('opened');
  heading?.focus({ preventScroll: true });
  return heading !== null;
}

export function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('input[type=search]');
  search?.focus();
  search?.select();
}

export function showRow(id: string): Element | null {
  const row = document.querySelector(`tr[data-id="${CSS.escape(id)}"]`);
  row?.scrollIntoView({ block: 'nearest' });
  return row;
}

/** As a ref. On a phone, the next question may be below the viewport. */
export function intoView(asked: Element | null): void {
  asked?.scrollIntoView({ block: 'nearest' });
}

/** Focuses a lead's row, or does so in the next frame, when it is rendered and no panel covers it. */
export function focusRow(id: string): void {
  if (!tryToFocus(id)) requestAnimationFrame(() => tryToFocus(id));
}

function tryToFocus(id: string): boolean {
  if (isTyping()) return true;
  // Scroll first: focus() alone would scroll further than needed.
  const button = showRow(id)?.querySelector<HTMLElement>('button[data-open]');
  button?.focus({ preventScroll: true });
  return document.activeElement === button;
}

/**
 * If the focused element is removed, for example a toast's button or the one that cancels an export,
 * focuses the element that had the focus before.
 */
export function useFocusBack(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let before: Element | null = null;
    const enter = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target === focused) return;
      if (focused?.isConnected) before = focused;
      focused = target;
    };
    const removed = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return;
      focused = null;
      const modal = document.querySelector('dialog:modal');
      if (modal) modal.querySelector('button')?.focus();
      else if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
      else if (!focusPanel()) focusList();
    });
    document.addEventListener('focusin', enter);
    removed.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', enter);
      removed.disconnect();
    };
  }, []);
}
