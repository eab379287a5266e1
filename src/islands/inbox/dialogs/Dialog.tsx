import type { ReactNode } from 'react';
import { Button } from '../../staff/Button.tsx';
import css from './dialog.module.css';

export interface DialogProps {
  onClose: () => void;
}

interface Props extends DialogProps {
  heading: string;
  className?: string;
  /** The work can't be canceled, so the dialog stays open to show its result. */
  isBusy?: boolean;
  children: ReactNode;
}

const showModal = (dialog: HTMLDialogElement | null): void => dialog?.showModal();

export function Dialog({ heading, className = '', isBusy, onClose, children }: Props) {
  return (
    <dialog
      ref={showModal}
      className={`${css.dialog} ${className}`}
      aria-label={heading}
      closedby={isBusy ? 'none' : undefined}
      onClose={onClose}
      // For browsers without `closedby`.
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
