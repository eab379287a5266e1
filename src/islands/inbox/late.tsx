import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import { useInbox } from './inbox-store.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** A part whose code loads when it's first needed. A load that failed is tried again with the next need. */
function useLate<Props>(load: Load<Props>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const need = useCallback(async (): Promise<void> => {
    const Loaded = await load();
    setPart(() => Loaded);
  }, [load]);
  return { Part, need };
}

function sayNotLoaded(): void {
  showToast({ title: admin.notLoaded, description: admin.notLoadedHint, destructive: true });
}

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function useDialog(load: Load<DialogProps>) {
  const { Part: Dialog, need } = useLate(load);
  const [isOpen, setOpen] = useState(false);

  const open = useCallback((): void => {
    need().then(() => {
      setOpen(true);
    }, sayNotLoaded);
  }, [need]);

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

interface Props {
  label: string;
  load: Load<DialogProps>;
}

/** A button and its dialog. */
export function DialogButton({ label, load }: Props) {
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

const loadPanel = async () => (await import('./panel/Panel.tsx')).Panel;

/** The panel, whose code loads as soon as there are leads to open. */
export function LatePanel() {
  const inbox = useInbox();
  const { Part: Panel, need } = useLate(loadPanel);
  const isOpen = useStore(inbox.$opened) !== undefined;
  const hasRows = useStore(inbox.list.$rows).length > 0;

  useEffect(() => {
    if (Panel || !(hasRows || isOpen)) return;
    need().catch(() => {
      // Nobody may need it, and whoever opens a lead loads it again.
      if (!inbox.$opened.get()) return;
      inbox.close();
      sayNotLoaded();
    });
  }, [Panel, need, hasRows, isOpen, inbox]);

  return Panel && <Panel />;
}
