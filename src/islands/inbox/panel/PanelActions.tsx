import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { showToast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { asText } from './contact.ts';
import { useInbox } from '../use-inbox.ts';
import css from './panel.module.css';

export function Send({ item }: { item: SubmissionItem }) {
  const { resending } = useInbox();
  const isSending = useStore(resending.$sending).has(item.id);
  const words = item.delivery.state === 'held' ? deliveryWords.release : deliveryWords.resend;
  return (
    <button
      type="button"
      className={`button ${css.resend}`}
      aria-disabled={isSending}
      aria-busy={isSending}
      onClick={() => void resending.send(item)}
    >
      {isSending ? words.busy : words.label}
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
