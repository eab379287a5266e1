import { useId, type MouseEvent, type ReactNode } from 'react';
import css from './menu.module.css';

interface Props {
  label: string;
  /** The menu's purpose for a screen reader, if the label says too little. */
  name?: string;
  children: ReactNode;
}

/**
 * On a phone, a button and a sheet at the bottom of the screen. Where there is room, the contents are
 * always shown in the place of the button. The browser closes the sheet on Escape or a press elsewhere.
 */
export function Menu({ label, name, children }: Props) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={`tool ${css.opener}`}
        popoverTarget={id}
        aria-label={name ?? label}
      >
        {label}
      </button>
      <div id={id} popover="auto" className={css.sheet}>
        {children}
      </div>
    </>
  );
}

/** For a button in a menu whose result is shown elsewhere on the page. */
export function closeMenu({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}
