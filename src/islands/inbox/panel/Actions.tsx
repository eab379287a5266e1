import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef } from 'react';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { panel } from '../../../copy/lead-panel.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { asText } from '../../staff/format.ts';
import { useInbox } from '../inbox-store.ts';
import { Copy } from './Copy.tsx';
import css from './panel.module.css';

/** The actions on a lead: mark it as answered, archive it, resend it, copy it. */
export function Actions({ item }: { item: SubmissionItem }) {
  const { archiving } = useInbox();
  return (
    <>
      {item.answered !== undefined && <AnswerButton key={item.id} item={item} />}
      <button
        type="button"
        className="button button--plain"
        onClick={() => void archiving.toggle(item)}
      >
        {item.archived ? admin.archive.restore : admin.archive.label}
      </button>
      <Send item={item} />
      <Copy className="button button--plain" label={panel.copy} text={asText(item)} />
    </>
  );
}

/** After the button turns, presses are ignored for so many ms: they were meant for its old text. */
const pause = 500;

function AnswerButton({ item }: { item: SubmissionItem }) {
  const { answering } = useInbox();
  const isAnswered = Boolean(item.answered);
  const said = useRef({ isAnswered, since: -Infinity });

  useLayoutEffect(() => {
    if (said.current.isAnswered !== isAnswered)
      said.current = { isAnswered, since: performance.now() };
  }, [isAnswered]);

  return (
    <button
      type="button"
      className={isAnswered ? 'button button--plain' : 'button'}
      onClick={() => {
        if (performance.now() - said.current.since >= pause) void answering.toggle(item);
      }}
    >
      {isAnswered ? admin.answer.takeBack : admin.answer.label}
    </button>
  );
}

function Send({ item }: { item: SubmissionItem }) {
  const { resending } = useInbox();
  const isSending = useStore(resending.$sending).has(item.id);
  const sends = item.delivery.state === 'held' ? deliveryWords.release : deliveryWords.resend;
  return (
    <button
      type="button"
      className={`button button--plain ${css.resend}`}
      aria-disabled={isSending}
      aria-busy={isSending}
      onClick={() => void resending.send(item)}
    >
      {isSending ? sends.busy : sends.label}
    </button>
  );
}
