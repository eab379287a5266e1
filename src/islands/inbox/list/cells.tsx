import { useStore } from '@nanostores/react';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { dayAt } from '../../../shared/company-time.ts';
import { awaitsAnswer, type Delivery, type SubmissionItem } from '../../../shared/submission.ts';
import { shortTime } from '../../staff/format.ts';
import { useInbox } from '../inbox-store.ts';
import { $now, waitOf } from './waiting-time.ts';
import css from './row.module.css';

export function Badge({ delivery: { state } }: { delivery: Delivery }) {
  return (
    <span className={css.badge} data-state={state}>
      {deliveryWords.states[state]}
    </span>
  );
}

interface WaitProps {
  item: Pick<SubmissionItem, 'answered' | 'archived' | 'created_at' | 'delivery'>;
}

/** How long the person has waited, or that somebody answered. Says nothing about old leads. */
export function Wait({ item }: WaitProps) {
  if (awaitsAnswer(item)) return <Ticking item={item} />;
  return item.answered ? <span className="quiet">{admin.waiting.answered}</span> : null;
}

/** A part of its own, so that the clock renders nothing else. */
function Ticking({
  item,
  inWords = (time) => time,
}: WaitProps & { inWords?: (time: string) => string }) {
  const { says, isLate } = waitOf(item, useStore($now));
  return (
    <span className={css.wait} data-late={isLate} title={admin.waiting.counts}>
      {inWords(says)}
      {isLate && <span className="sr-only">, {admin.waiting.late}</span>}
    </span>
  );
}

/** Says who answered, and when, or how long the person has waited. */
export function AnswerLine({ item }: { item: SubmissionItem }) {
  const { answered } = item;
  if (!answered) return <Ticking item={item} inWords={admin.waiting.inPanel} />;
  return (
    <time dateTime={answered.at}>
      {admin.answer.by(answered.by, shortTime(answered.at, dayAt(Date.now())))}
    </time>
  );
}

interface ResendProps {
  item: SubmissionItem;
  tabIndex: 0 | -1;
}

/** Sends a lead again, or releases it, from its row. */
export function ResendButton({ item, tabIndex }: ResendProps) {
  const { resending } = useInbox();
  const isSending = useStore(resending.$sending).has(item.id);
  const words = item.delivery.state === 'held' ? deliveryWords.release : deliveryWords.resend;
  return (
    <button
      type="button"
      className={css.resend}
      tabIndex={tabIndex}
      aria-label={words.of(item.name)}
      aria-busy={isSending}
      aria-disabled={isSending}
      onClick={() => void resending.send(item)}
    >
      {words.label}
      {isSending && <span className="spinner" />}
    </button>
  );
}
