import { useState, type ComponentType, type ReactNode } from 'react';
import { Button } from '../../staff/Button.tsx';
import css from './dialog.module.css';

export interface DialogProps {
  onClose: () => void;
}

interface Props extends DialogProps {
  heading: string;
  className?: string;
  /** What it waits for can't be canceled, so it stays to show the result. */
  isBusy?: boolean;
  children: ReactNode;
}

/** A dialog that isn't open yet. */
export function useDialog(Content: ComponentType<DialogProps>) {
  const [isOpen, setOpen] = useState(false);
  return {
    open: (): void => setOpen(true),
    dialog: isOpen && <Content onClose={() => setOpen(false)} />,
  };
}

const showModal = (dialog: HTMLDialogElement | null): void => dialog?.showModal();

/** A modal dialog, open as long as it is rendered. */
export function Dialog({ heading, className = '', isBusy, onClose, children }: Props) {
  return (
    <dialog
      ref={showModal}
      className={`${css.dialog} ${className}`}
      aria-label={heading}
      closedby={isBusy ? 'none' : undefined}
      onClose={onClose}
      // For browsers that don't know closedby.
      onCancel={(event) => {
        if (isBusy) event.preventDefault();
      }}
    >
      {children}
    </dialog>
  );
}

export const Close = ({ label, isBusy }: { label: string; isBusy?: boolean }) => (
  <Button isBusy={isBusy} onPress={(event) => event.currentTarget.closest('dialog')?.close()}>
    {label}
  </Button>
);
