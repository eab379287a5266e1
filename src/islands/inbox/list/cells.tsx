import { useStore } from '@nanostores/react';
import { admin } from '../../../copy/admin.ts';
import { again } from '../../../copy/lead-panel.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { followUp } from '../../../copy/follow-up-words.ts';
import { answerWithin, businessDayMs, businessMs, dayAt } from '../../../shared/company-time.ts';
import { isClosed, outcomeNames, outcomeOf } from '../../../shared/follow-up-schema.ts';
import { awaitsAnswer, awaitsCall, isDue } from '../../../shared/awaits.ts';
import type { DeliveryState, SubmissionItem } from '../../../shared/submission.ts';
import { Button } from '../../staff/Button.tsx';
import { exactTime, shortCall, shortDay, shortTime } from '../../staff/format.ts';
import { noFilter } from '../filters/filter.ts';
import { FilterLink } from '../filters/FilterLink.tsx';
import { useInbox } from '../inbox-store.ts';
import { $now, $today } from '../../staff/clock.ts';
import css from './row.module.css';

/** A symbol beside the word, so that color isn't the only difference. */
const marks = {
  pending: '…',
  delivered: '✓',
  failed: '✕',
  held: '‖',
  off: '•',
};
const tones: Partial<Record<DeliveryState, string>> = { delivered: 'good', failed: 'bad' };

export function Badge({ delivery: { state } }: Pick<SubmissionItem, 'delivery'>) {
  return (
    <span
      className={`${css.badge} ${state === 'off' ? 'quiet' : ''}`}
      data-mark={marks[state]}
      data-tone={tones[state]}
    >
      {deliveryWords.states[state]}
    </span>
  );
}

export interface OfLead {
  item: SubmissionItem;
}

export function Came({ at }: { at: string }) {
  const today = useStore($today);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {shortTime(at, today)}
    </time>
  );
}

export function Wait({ item }: OfLead) {
  if (awaitsCall(item)) return <CallLine item={item} says={shortCall} />;
  if (awaitsAnswer(item)) return <Ticking item={item} words={inRow} />;
  const outcome = outcomeOf(item.outcome);
  if (item.opted_out && !isClosed(outcome))
    return <span data-tone="bad">{admin.waiting.stopped}</span>;
  if (outcome !== 'open') return <span className="quiet">{outcomeNames[outcome]}</span>;
  return item.answered ? <span className="quiet">{admin.waiting.answered}</span> : null;
}

export function CallLine({ item, says }: OfLead & { says: typeof shortTime }) {
  const time = useStore($now);
  const { at = '' } = item.call_back ?? {};
  const isNow = isDue(item, time);
  return (
    <time
      className={`${css.wait} ${css.call}`}
      dateTime={at}
      data-late={isNow}
      data-tone={isNow && 'bad'}
      title={at && exactTime(at)}
    >
      {isNow ? followUp.call.now : followUp.call.at(says(at, dayAt(time)))}
    </time>
  );
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long a lead has waited in business hours. Undefined until the first of them begins. */
export function waitOf({ created_at }: Pick<SubmissionItem, 'created_at'>, now: number) {
  const ms = businessMs(Date.parse(created_at), now);
  return { says: ms < minuteMs ? undefined : inWords(ms), isLate: ms >= answerWithin };
}

function inWords(ms: number): string {
  const { minutes, hours, days } = admin.waiting;
  if (ms >= businessDayMs) return days(Math.floor(ms / businessDayMs));
  const rest = Math.floor((ms % hourMs) / minuteMs);
  return ms < hourMs ? minutes(rest) : hours(Math.floor(ms / hourMs), rest);
}

const { row, new: isNew, inPanel: waits, newInPanel } = admin.waiting;
const inRow = { waits: row, isNew };
const inPanel = { waits, isNew: newInPanel };

/** A component of its own, so that a tick of the clock renders nothing else. */
function Ticking({
  item,
  words,
}: OfLead & { words: { waits: (time: string) => string; isNew: string } }) {
  const { says, isLate } = waitOf(item, useStore($now));
  return (
    <span
      className={css.wait}
      data-late={isLate}
      data-tone={isLate && 'bad'}
      title={admin.waiting.counts}
    >
      <span>{says === undefined ? words.isNew : words.waits(says)}</span>
      {isLate && <span className="sr-only">, {admin.waiting.late}</span>}
    </span>
  );
}

export function AnswerLine({ item }: OfLead) {
  const { answered } = item;
  const today = useStore($today);
  if (!answered) return <Ticking item={item} words={inPanel} />;
  return (
    <time dateTime={answered.at}>
      {admin.answer.by(answered.by, shortTime(answered.at, today))}
    </time>
  );
}

interface RowPartProps extends OfLead {
  tabIndex: 0 | -1;
}

export function useResend(item: SubmissionItem) {
  const { resending } = useInbox();
  const isBusy = useStore(resending.$sending).has(item.id);
  const words = item.delivery.state === 'held' ? deliveryWords.release : deliveryWords.resend;
  return { words, isBusy, 'aria-busy': isBusy, onPress: () => resending.send(item) };
}

export function ResendButton({ item, tabIndex }: RowPartProps) {
  const { words, ...press } = useResend(item);
  return (
    <Button
      className={`bare ${css.resend}`}
      tabIndex={tabIndex}
      aria-label={words.of(item.name)}
      {...press}
    >
      {words.label}
      {press.isBusy && <span className="spinner" />}
    </Button>
  );
}

export function AgainMark({ item, tabIndex }: RowPartProps) {
  const { earlier = [], email, phone, phone_e164 } = item;
  const [first] = earlier;
  const today = useStore($today);
  if (!first) return null;
  const since = shortDay(first.at, today);
  const count = earlier.length;
  // A search for an address or a number finds all leads of a person.
  const q = earlier.some(({ by }) => by !== 'phone') ? email : (phone_e164 ?? phone);
  return (
    <FilterLink
      to={{ ...noFilter, q }}
      className={css.again}
      tabIndex={tabIndex}
      title={again.mark(count, since)}
    >
      {again.short(count)}
      <span className="sr-only"> {again.rest(since)}</span>
    </FilterLink>
  );
}
