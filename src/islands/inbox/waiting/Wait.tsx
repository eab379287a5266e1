import { useStore } from '@nanostores/react';
import { admin } from '../../../copy/admin.ts';
import { awaitsAnswer, type SubmissionItem } from '../../../shared/submission.ts';
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
function Ticking({ item }: Props) {
  const { says, isLate } = waitOf(item, useStore($now));
  return (
    <span className={css.wait} data-late={isLate}>
      {says}
      {isLate && <span className="sr-only">, {admin.waiting.late}</span>}
    </span>
  );
}
