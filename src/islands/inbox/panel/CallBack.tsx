import { useStore } from '@nanostores/react';
import { followUp } from '../../../copy/follow-up-words.ts';
import { dayAt, daysAfter, isDay, nextBusinessDay, timeAt } from '../../../shared/company-time.ts';
import { isDue } from '../../../shared/awaits.ts';
import { Button } from '../../staff/Button.tsx';
import { $now, now } from '../../staff/clock.ts';
import { shortTime, weekdayOf, zoneName } from '../../staff/format.ts';
import { useInbox } from '../inbox-store.ts';
import { CallLine, type OfLead } from '../list/cells.tsx';
import { Line } from './Line.tsx';
import css from './details.module.css';

const words = followUp.call;

export function CallBack({ item }: OfLead) {
  const { calling, following } = useInbox();
  const question = useStore(following.$question);
  const isAsked = question?.id === item.id && question.about === 'call-back';
  const isNow = isDue(item, useStore($now));
  return (
    <div
      className={css.call}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isAsked) return;
        event.preventDefault();
        following.forget();
        event.currentTarget.querySelector('button')?.focus();
      }}
    >
      <Button
        aria-expanded={isAsked}
        onPress={() => {
          if (isAsked) following.forget();
          else following.press(item, 'call-back');
        }}
      >
        {item.call_back ? words.change : words.label}
      </Button>
      {item.call_back && (
        <>
          {!isNow && <Button onPress={() => calling.plan(item.id, null)}>{words.drop}</Button>}
          <CallLine item={item} says={shortTime} />
        </>
      )}
      {isAsked && <When item={item} />}
    </div>
  );
}

const hourMs = 60 * 60 * 1000;

function usualTimes(): { label: string; at: Date }[] {
  const today = dayAt(now());
  const next = nextBusinessDay(today);
  const morning = timeAt(next, '09:00');
  const day = next === daysAfter(today, 1) ? words.tomorrow : weekdayOf(morning);
  const afternoon = { label: words.afternoon, at: timeAt(today, '14:00') };
  return [
    { label: words.inAnHour, at: new Date(now() + hourMs) },
    ...(afternoon.at.getTime() > now() + hourMs ? [afternoon] : []),
    { label: words.morning(day), at: morning },
  ];
}

function When({ item }: OfLead) {
  const { calling } = useInbox();
  const plan = (at: Date): void => void calling.plan(item.id, at.toISOString());
  return (
    <div role="group" aria-label={words.when} className={`flow ${css.choices}`}>
      {usualTimes().map(({ label, at }) => (
        <Button key={label} onPress={() => plan(at)}>
          {label}
        </Button>
      ))}
      <Line
        type="datetime-local"
        label={words.exact(zoneName())}
        stored=""
        // Without `max`, Chrome's year field has six digits, so the digits typed for the hour end up in the year.
        max="9999-12-31T23:59"
        save={(typed) => {
          const [day = '', clock] = typed.split('T');
          // A year typed as 26 is the year 26.
          if (!isDay(day) || !clock) return words.missing;
          const at = timeAt(day, clock);
          if (at.getTime() <= now()) return words.passed;
          plan(at);
          return undefined;
        }}
      />
    </div>
  );
}
