import { useCallback, useState, type ComponentType } from 'react';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

type Load = () => Promise<ComponentType<DialogProps>>;

/** A load that failed is tried again when the dialog is next opened. */
export function useDialog(load: Load) {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>();
  const [isOpen, setOpen] = useState(false);

  const open = useCallback((): void => {
    load().then(
      (Loaded) => {
        setDialog(() => Loaded);
        setOpen(true);
      },
      () => {
        showToast({ title: admin.notLoaded, description: admin.notLoadedHint, destructive: true });
      },
    );
  }, [load]);

  const dialog = Dialog && (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        setOpen(false);
      }}
    />
  );
  return { open, dialog };
}

/** A button and its dialog. */
export function DialogButton({ label, load }: { label: string; load: Load }) {
  const { open, dialog } = useDialog(load);
  return (
    <>
      <button type="button" className="tool" aria-haspopup="dialog" onClick={open}>
        {label}
      </button>
      {dialog}
    </>
  );
}
