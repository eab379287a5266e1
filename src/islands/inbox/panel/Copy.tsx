import { useState } from 'react';
import { showToast } from '../../../browser/toasts.ts';
import { panel as words } from '../../../copy/lead-panel.ts';

interface Props {
  className: string;
  label: string;
  text: string;
}

/** A button that copies a text, and says so until the text is another one. */
export function Copy({ className, label, text }: Props) {
  const [copied, setCopied] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      showToast({ title: words.notCopied, destructive: true });
    }
  };
  return (
    <>
      <button type="button" className={className} onClick={() => void copy()}>
        {label}
      </button>
      <span role="status" className="small">
        {copied === text && words.copied}
      </span>
    </>
  );
}
