import { admin } from '../../../copy/admin.ts';
import { dayAt } from '../../../shared/company-time.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { shortTime } from '../../staff/format.ts';
import { useInbox } from '../inbox-store.ts';
import { Wait } from './Wait.tsx';

/** Says who answered, and when, or how long the person has waited. */
export function AnswerLine({ item }: { item: SubmissionItem }) {
  const { answered } = item;
  if (!answered) return <Wait item={item} />;
  return (
    <time dateTime={answered.at}>
      {admin.answer.by(answered.by, shortTime(answered.at, dayAt(Date.now())))}
    </time>
  );
}

/** The two buttons for a lead: the person was answered, and put it away. */
export function Actions({ item }: { item: SubmissionItem }) {
  const { answering, archiving } = useInbox();
  return (
    <>
      {item.answered !== undefined && (
        <button
          type="button"
          className={item.answered ? 'button button--plain' : 'button'}
          onClick={() => void answering.toggle(item)}
        >
          {item.answered ? admin.answer.takeBack : admin.answer.label}
        </button>
      )}
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
