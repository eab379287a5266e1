import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { showToast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { panel } from '../../../copy/lead-panel.ts';
import { awaitsAnswer, isDue } from '../../../shared/awaits.ts';
import { Button } from '../../staff/Button.tsx';
import { $now } from '../../staff/clock.ts';
import { asText } from '../../staff/format.ts';
import { useInbox } from '../inbox-store.ts';
import { useResend, type OfLead } from '../list/cells.tsx';
import css from './panel.module.css';

export function Actions({ item }: OfLead) {
  const { answering, archiving } = useInbox();
  const { words, ...send } = useResend(item);
  const { state } = item.delivery;
  const isCall = isDue(item, useStore($now));
  const isDone = !isCall && Boolean(item.answered);
  return (
    <>
      {(isCall || item.answered !== undefined) && (
        <Button
          key={item.id}
          isOn={isDone}
          className={isCall || awaitsAnswer(item) ? 'button' : 'button button--plain'}
          onPress={() => void answering.toggle(item)}
        >
          {isDone ? admin.answer.takeBack : isCall ? admin.answer.called : admin.answer.label}
        </Button>
      )}
      <Button className="button button--plain" onPress={() => archiving.toggle(item)}>
        {item.archived ? admin.archive.restore : admin.archive.label}
      </Button>
      <Button
        className={`button ${state === 'held' ? '' : 'button--plain'} ${css.resend}`}
        {...send}
      >
        {send.isBusy ? words.busy : words.label}
      </Button>
      <Copy className="button button--plain" label={panel.copy} text={asText(item)} />
    </>
  );
}

export function Copy(props: Record<'className' | 'label' | 'text', string>) {
  const { className, label, text } = props;
  const [copied, setCopied] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      showToast({ title: panel.notCopied, destructive: true });
    }
  };
  return (
    <>
      <Button className={className} onPress={copy}>
        {label}
      </Button>
      <span role="status" className={copied === text ? 'small' : 'sr-only'}>
        {copied === text && panel.copied}
      </span>
    </>
  );
}
