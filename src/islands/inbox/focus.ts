import { useEffect } from 'react';

/** For a button that its press removes, which would leave the keyboard nowhere. The heading is always there. */
export function focusList(): void {
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
