import { useRef, useState, type ComponentType } from 'react';
import { showToast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import type { Ask } from '../../staff/ask.ts';

export interface DialogProps {
  ask: Ask;
  isOpen: boolean;
  onClose: () => void;
}

interface Props {
  ask: Ask;
  label: string;
  load: () => Promise<ComponentType<DialogProps>>;
}

/** A button; its dialog's code loads when it's first pressed. */
export function DialogButton({ ask, label, load }: Props) {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  const open = async (): Promise<void> => {
    try {
      const Loaded = await load();
      setDialog(() => Loaded);
      setOpen(true);
    } catch {
      showToast({ title: admin.notLoaded, destructive: true });
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
