import type { ComponentProps, MouseEvent } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'onClick'> {
  /** It does nothing, but stays enabled: a disabled button would lose the focus. */
  isBusy?: boolean | undefined;
  onPress: (event: MouseEvent<HTMLButtonElement>) => unknown;
}

export const Button = ({ className = 'tool', isBusy = false, onPress, ...rest }: Props) => (
  <button
    type="button"
    className={className}
    aria-disabled={isBusy}
    onClick={(event) => {
      if (!isBusy) onPress(event);
    }}
    {...rest}
  />
);

/**
 * For a press that may remove its own button, which would leave the keyboard nowhere. What the press
 * changed is in the document by the next frame; if nothing has the focus then, the element gets it.
 */
export function catchLostFocus(find: () => Element | null | undefined): void {
  requestAnimationFrame(() => {
    const element = find();
    if (document.activeElement === document.body && element instanceof HTMLElement) element.focus();
  });
}
