import { useId } from 'react';
import { deliveryWords } from '../../copy/delivery.ts';
import {
  askedToStop,
  isSuccess,
  listUnreadable,
  type Delivery,
  type SubmissionItem,
} from '../../shared/submission.ts';
import { exactTime } from '../staff/format.ts';
import css from './timeline.module.css';

const words = deliveryWords.timeline;

export function Timeline({
  item: { delivery, attempts },
}: {
  item: Pick<SubmissionItem, 'delivery' | 'attempts'>;
}) {
  const heading = useId();
  const newestFirst = attempts.toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{words.heading}</h3>
      <p>{sentenceOf(delivery)}</p>
      {delivery.state === 'held' && delivery.reasons.length > 0 && (
        <ul className="small" aria-label={words.reasons}>
          {delivery.reasons.map((reason) => (
            <li key={reason}>{sentences[reason] ?? reason}</li>
          ))}
        </ul>
      )}
      {attempts.length === 0 ? (
        <p className="quiet small">{words.none}</p>
      ) : (
        <ol className={`${css.entries} ${css.attempts}`}>
          {newestFirst.map(({ at, ms, status, error, answer, by }, index) => (
            <li key={`${at} ${attempts.length - index}`}>
              <p className={css.try}>
                <time dateTime={at}>{exactTime(at)}</time>
                <span data-tone={isSuccess({ status }) ? 'good' : 'bad'}>
                  {status === undefined ? words.noAnswer : words.status(status)}
                </span>
                <span>{words.took(ms)}</span>
              </p>
              {by !== undefined && <p className="small quiet">{words.by(by)}</p>}
              {(error ?? answer) && <p className={`quiet ${css.answer}`}>{error ?? answer}</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function sentenceOf(delivery: Delivery): string {
  const { state } = delivery;
  if (state === 'pending') return words.pending(exactTime(delivery.next_attempt_at));
  if (state === 'off') return words.off;
  if (state !== 'held') return words[state](exactTime(delivery.at));
  const isByList = delivery.reasons.some((it) => it === askedToStop || it === listUnreadable);
  return isByList ? words.heldByList : words.held;
}

/** A newer version of the site may have stored a reason that has no sentence here. */
const sentences: Readonly<Record<string, string>> = deliveryWords.reasons;
