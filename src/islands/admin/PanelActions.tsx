import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import type { SubmissionItem } from '../../shared/submission.ts';
import { asText } from './as-text.ts';
import { useInbox } from './use-inbox.ts';
import css from './panel.module.css';

export function Resend({ id }: { id: string }) {
  const inbox = useInbox();
  const isSending = useStore(inbox.resending.$sending).has(id);
  return (
    <button
      type="button"
      className={`button ${css.resend}`}
      aria-disabled={isSending}
      aria-busy={isSending}
      onClick={() => void inbox.resending.resend(id)}
    >
      {isSending ? admin.resend.sending : admin.resend.label}
    </button>
  );
}

/** In the place of a resend, which would leave what it sends among the spam until it has arrived. */
export function Release({ id }: { id: string }) {
  const inbox = useInbox();
  const [isReleasing, setReleasing] = useState(false);
  const release = async (): Promise<void> => {
    if (isReleasing) return;
    setReleasing(true);
    await inbox.release(id);
    setReleasing(false);
  };
  return (
    <button
      type="button"
      className={`button ${css.resend}`}
      aria-disabled={isReleasing}
      aria-busy={isReleasing}
      onClick={() => void release()}
    >
      {isReleasing ? admin.release.releasing : admin.release.label}
    </button>
  );
}

export function Copy({ item }: { item: SubmissionItem }) {
  const [copied, setCopied] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(asText(item));
      setCopied(item.id);
    } catch {
      showToast({ title: admin.panel.notCopied, destructive: true });
    }
  };
  return (
    <>
      <button type="button" className="button button--plain" onClick={() => void copy()}>
        {admin.panel.copy}
      </button>
      <span role="status" className="small">
        {copied === item.id && admin.panel.copied}
      </span>
    </>
  );
}
