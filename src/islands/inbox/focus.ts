import { useEffect } from 'react';

/** Takes every key that is pressed. */
export const isField = (target: Element | null): boolean =>
  target?.matches('input:not([type=checkbox]), select, textarea') ?? false;

/**
 * Whether a person is typing. A late answer must not take the focus from them: on a row, the next letters
 * would archive, answer or resend a lead.
 */
export const isTyping = (): boolean => isField(document.activeElement);

/** Call the result to learn whether the focus is still where it is now, or nowhere. */
export function followFocus(): () => boolean {
  const from = document.activeElement;
  return () => [from, document.body].includes(document.activeElement);
}

/** For a button that its press removes, which would leave the keyboard nowhere. The heading is always there. */
export function focusList(): void {
  if (isTyping()) return;
  document.getElementById('submissions')?.focus({ preventScroll: true });
}

export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('input[type=search]')?.focus();
}

const isInToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.toast') !== null;

/** A button of a toast removes it. Then gives the focus back to what had it before, unless an action moved it. */
export function useToastFocus(): void {
  useEffect(() => {
    let from: EventTarget | null = null;
    const enter = ({ target, relatedTarget }: FocusEvent): void => {
      if (isInToast(target) && !isInToast(relatedTarget)) from = relatedTarget;
    };
    const leave = ({ target }: MouseEvent): void => {
      if (!isInToast(target) || document.activeElement !== document.body) return;
      if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
      else focusList();
    };
    document.addEventListener('focusin', enter);
    document.addEventListener('click', leave);
    return () => {
      document.removeEventListener('focusin', enter);
      document.removeEventListener('click', leave);
    };
  }, []);
}
