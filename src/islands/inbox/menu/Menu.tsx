import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { narrow, useMedia } from '../media.ts';
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
  const sheet = useRef<HTMLDivElement>(null);
  const isNarrow = useMedia(narrow);
  // The window became wide while the sheet was open: an open popover can't be part of the page.
  useEffect(() => {
    if (!isNarrow) sheet.current?.hidePopover();
  }, [isNarrow]);
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
      <div ref={sheet} id={id} popover="auto" className={css.sheet}>
        {children}
      </div>
    </>
  );
}

/** For a button in a menu whose result is shown elsewhere on the page. */
export function closeMenu({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}
