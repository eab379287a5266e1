import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { sayNotLoaded } from './export/late-export.ts';
import { useInbox } from './inbox-store.ts';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** A dialog whose code loads when it's first opened. */
export function useDialog(load: () => Promise<ComponentType<DialogProps>>) {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<Element>(null);

  /** The focus returns to the opener: Safari doesn't focus a button that is clicked. */
  const open = useCallback(
    (from: Element | null): void => {
      opener.current = from;
      load().then((Loaded) => {
        setDialog(() => Loaded);
        setOpen(true);
      }, sayNotLoaded);
    },
    [load],
  );

  const dialog = Dialog && (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        setOpen(false);
        if (opener.current instanceof HTMLElement) opener.current.focus();
      }}
    />
  );
  return { open, dialog };
}

const loadPanel = async () => (await import('./panel/Panel.tsx')).Panel;

/** The panel, whose code loads as soon as there are leads to open. */
export function LatePanel() {
  const inbox = useInbox();
  const [Panel, setPanel] = useState<ComponentType>();
  const isOpen = useStore(inbox.$opened) !== undefined;
  const hasRows = useStore(inbox.list.$list).rows.length > 0;

  useEffect(() => {
    if (Panel || !(hasRows || isOpen)) return;
    loadPanel().then(
      (Loaded) => {
        setPanel(() => Loaded);
      },
      () => {
        // Nobody may need it, and whoever opens a lead loads it again.
        if (!inbox.$opened.get()) return;
        inbox.close();
        sayNotLoaded();
      },
    );
  }, [Panel, hasRows, isOpen, inbox]);

  return Panel && <Panel />;
}

interface Props {
  label: string;
  load: () => Promise<ComponentType<DialogProps>>;
}

/** A button and its dialog. */
export function DialogButton({ label, load }: Props) {
  const { open, dialog } = useDialog(load);
  return (
    <>
      <button
        type="button"
        className="tool"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          open(currentTarget);
        }}
      >
        {label}
      </button>
      {dialog}
    </>
  );
}
