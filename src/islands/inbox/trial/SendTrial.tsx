import { useRef, useState, type ComponentType } from 'react';
import { showToast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import type { Ask } from '../../staff/ask.ts';
import type { TestDialogProps } from './TrialDialog.tsx';

/** A button, and the dialog behind it, which is fetched for those few who want it. */
export function SendTrial({ ask }: { ask: Ask }) {
  const [Dialog, setDialog] = useState<ComponentType<TestDialogProps>>();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  const open = async (): Promise<void> => {
    try {
      const { TrialDialog } = await import('./TrialDialog.tsx');
      setDialog(() => TrialDialog);
      setOpen(true);
    } catch {
      showToast({ title: admin.test.notLoaded, destructive: true });
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
        {admin.test.open}
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
