import { useState, type ComponentType } from 'react';
import { showToast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import type { DialogProps } from './Dialog.tsx';

export function useDialog(name: 'AdsDialog' | 'EraseDialog' | 'KeysDialog' | 'TestDialog') {
  const [Content, setContent] = useState<ComponentType<DialogProps>>();
  return {
    open: async (): Promise<void> => {
      try {
        const dialogs = await import('../later.ts');
        setContent(() => dialogs[name]);
      } catch {
        // A deploy may have replaced the code, or there is no connection.
        showToast({ title: admin.notOpened, description: admin.reload, destructive: true });
      }
    },
    dialog: Content && <Content onClose={() => setContent(undefined)} />,
  };
}
