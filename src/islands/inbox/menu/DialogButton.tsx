import type { ComponentType } from 'react';
import type { Ask } from '../../staff/ask.ts';
import { useDialog, type DialogProps } from '../later.tsx';

interface Props {
  ask: Ask;
  label: string;
  load: () => Promise<ComponentType<DialogProps>>;
}

/** A button and its dialog. */
export function DialogButton({ ask, label, load }: Props) {
  const { open, dialog } = useDialog(ask, load);
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
