import { useRef, useState, type ComponentType } from 'react';
import { showToast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import type { Ask } from '../../staff/ask.ts';
import type { TrialDialogProps } from './TrialDialog.tsx';

/** A button; the dialog's code loads when it's first pressed. */
export function SendTrial({ ask, label }: { ask: Ask; label: string }) {
  const [Dialog, setDialog] = useState<ComponentType<TrialDialogProps>>();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  const open = async (): Promise<void> => {
    try {
      const { TrialDialog } = await import('./TrialDialog.tsx');
      setDialog(() => TrialDialog);
      setOpen(true);
    } catch {
      showToast({ title: admin.trial.notLoaded, destructive: true });
    }
  };

  return (
    <>
      <button
        ref={opener}
        type="button"
        className="tool"
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        {label}
      </button>
      {Dialog && (
        <Dialog
          ask={ask}
          isOpen={isOpen}
          onClose={() => {
            setOpen(false);
            opener.current?.focus();
          }}
        />
      )}
    </>
  );
}
