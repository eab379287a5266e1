import { useState, type ComponentType, type ReactNode } from 'react';
import { showToast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
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

/** A dialog whose code is loaded when it is opened. */
export function useDialog(load: () => Promise<ComponentType<DialogProps>>) {
  const [Content, setContent] = useState<ComponentType<DialogProps>>();
  return {
    open: async (): Promise<void> => {
      try {
        const loaded = await load();
        setContent(() => loaded);
      } catch {
        // A deploy may have replaced it, or there is no connection.
        showToast({ title: admin.notOpened, description: admin.reload, destructive: true });
      }
    },
    dialog: Content && <Content onClose={() => setContent(undefined)} />,
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
