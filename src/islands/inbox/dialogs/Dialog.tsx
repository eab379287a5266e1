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
  /** The work can't be canceled, so the dialog stays open to show its result. */
  isBusy?: boolean;
  children: ReactNode;
}

export function useDialog(load: () => Promise<ComponentType<DialogProps>>) {
  const [Content, setContent] = useState<ComponentType<DialogProps>>();
  return {
    open: async (): Promise<void> => {
      try {
        const loaded = await load();
        setContent(() => loaded);
      } catch {
        // A deploy may have replaced the code, or there is no connection.
        showToast({ title: admin.notOpened, description: admin.reload, destructive: true });
      }
    },
    dialog: Content && <Content onClose={() => setContent(undefined)} />,
  };
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
