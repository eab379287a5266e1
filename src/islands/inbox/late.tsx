import { useCallback, useState, type ComponentType } from 'react';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import { Button } from '../staff/Button.tsx';
import type { DialogProps } from './dialogs/Dialog.tsx';

type Load = () => Promise<ComponentType<DialogProps>>;

export const dialogs = {
  ads: async () => (await import('./dialogs/AdsDialog.tsx')).AdsDialog,
  erase: async () => (await import('./dialogs/EraseDialog.tsx')).EraseDialog,
  keys: async () => (await import('./dialogs/KeysDialog.tsx')).KeysDialog,
  trial: async () => (await import('./dialogs/TrialDialog.tsx')).TrialDialog,
};

/** A dialog whose code loads when it's first opened. A load that failed is tried again with the next press. */
export function useDialog(load: Load) {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>();
  const open = useCallback((): void => {
    load().then(
      (Loaded) => {
        setDialog(() => Loaded);
      },
      () => {
        showToast({ title: admin.notLoaded, description: admin.notLoadedHint, destructive: true });
      },
    );
  }, [load]);
  const dialog = Dialog && (
    <Dialog
      onClose={() => {
        setDialog(undefined);
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
      <Button onPress={open}>{label}</Button>
      {dialog}
    </>
  );
}
