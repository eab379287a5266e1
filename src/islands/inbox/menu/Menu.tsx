import { useEffect, useId, useRef, type ReactNode } from 'react';
import { narrow, useMedia } from '../../staff/window.ts';
import css from './menu.module.css';

interface Props {
  label: string;
  name?: string;
  className?: string | undefined;
  /** With enough room, the contents are part of the page instead. */
  unfolds?: boolean;
  children: ReactNode;
}

/**
 * A button with a popover: on a phone, a sheet at the bottom of the screen. The browser closes it on Escape
 * and on a press outside; a link or a button inside closes it, too.
 */
export function Menu({ label, name, className, unfolds, children }: Props) {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const isPage = !useMedia(narrow) && unfolds;
  // The window became wide while the sheet was open, but an open popover can't be part of the page.
  useEffect(() => {
    if (isPage) sheet.current?.hidePopover();
  }, [isPage]);
  return (
    <>
      <button
        type="button"
        className={`tool ${css.opener}`}
        data-unfolds={unfolds}
        popoverTarget={id}
        aria-label={name ?? label}
      >
        {label}
      </button>
      <div
        ref={sheet}
        id={id}
        popover="auto"
        className={`${css.sheet} ${className ?? ''}`}
        data-unfolds={unfolds}
        onClick={({ target }) => {
          if ((target as Element).closest('button, a')) sheet.current?.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}
