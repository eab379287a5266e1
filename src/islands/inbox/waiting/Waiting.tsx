import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef } from 'react';
import { admin } from '../../../copy/admin.ts';
import { dayAt } from '../../../shared/company-time.ts';
import { awaitsAnswer, type SubmissionItem } from '../../../shared/submission.ts';
import { shortTime } from '../../staff/format.ts';
import { useInbox } from '../inbox-store.ts';
import { $now, waitOf } from './waiting-time.ts';
import css from './wait.module.css';

interface Props {
  item: Pick<SubmissionItem, 'answered' | 'archived' | 'created_at' | 'delivery'>;
}

/** How long the person has waited, or that somebody answered. Says nothing about old leads. */
export function Wait({ item }: Props) {
  if (awaitsAnswer(item)) return <Ticking item={item} />;
  return item.answered ? <span className="quiet">{admin.waiting.answered}</span> : null;
}

/** A part of its own, so that the clock renders nothing else. */
function Ticking({
  item,
  inWords = (time) => time,
}: Props & { inWords?: (time: string) => string }) {
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

/** The two buttons for a lead: the person was answered, and put it away. */
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
