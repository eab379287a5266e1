import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { followUp } from '../../../copy/follow-up-words.ts';
import {
  amountLimit,
  lostReasons,
  lostWordsLimit,
  notALeadReasons,
  outcomeNames,
  outcomeOf,
  outcomes,
  type Outcome as Stored,
} from '../../../shared/follow-up-schema.ts';
import { dollarsIn, usd } from '../../../shared/pricing.ts';
import { Button } from '../../staff/Button.tsx';
import { $today } from '../../staff/clock.ts';
import { shortTime } from '../../staff/format.ts';
import { choiceKey, choiceOf, type Choice } from '../actions/follow-up.ts';
import { intoView, isField } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import type { OfLead } from '../list/cells.tsx';
import { focusChoice, Line } from './Line.tsx';
import css from './details.module.css';

const words = followUp.outcome;

export function Outcome({ item }: OfLead) {
  const { following } = useInbox();
  const question = useStore(following.$question);
  const today = useStore($today);
  const { id, about } = question ?? {};
  const asked = id === item.id && (about === 'lost' || about === 'not-a-lead') ? about : undefined;
  const { outcome } = item;
  const state = outcomeOf(outcome);
  const shown = asked ?? state;
  return (
    <section
      aria-labelledby="opened-outcome"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !(asked || isField(event.target as Element))) return;
        event.preventDefault();
        following.forget();
        focusChoice(event.currentTarget);
      }}
    >
      <h3 id="opened-outcome">{words.heading}</h3>
      <div role="group" aria-labelledby="opened-outcome" className={`flow ${css.choices}`}>
        {outcomes.map((choice) => (
          <Button
            key={choice}
            data-choice={choice}
            aria-pressed={choice === state}
            onPress={() => following.press(item, choice)}
          >
            {outcomeNames[choice]}
          </Button>
        ))}
      </div>
      {(shown === 'lost' || shown === 'not-a-lead') && <Reasons item={item} state={shown} />}
      {shown === state && outcome && (
        <More key={`${item.id} ${state}`} item={item} outcome={outcome} />
      )}
      {outcome && (
        <p className="small quiet">
          {outcome.state === 'won' && outcome.amount !== undefined && (
            <b>{usd(outcome.amount)}. </b>
          )}
          {/* In its own element: React can't insert beside a text node that a translator has replaced. */}
          <span>{words.by(outcome.by, shortTime(outcome.at, today))}</span>
        </p>
      )}
    </section>
  );
}

const reasonsOf = { lost: lostReasons, 'not-a-lead': notALeadReasons };

function Reasons({ item, state }: OfLead & { state: keyof typeof reasonsOf }) {
  const { following } = useInbox();
  const { outcome } = item;
  const before = outcome?.state === state ? outcome : undefined;
  const reasons: Record<string, string> = {
    ...reasonsOf[state],
    // A newer version of the site may have stored another reason.
    ...(before && !(before.reason in reasonsOf[state]) && { [before.reason]: before.reason }),
  };
  return (
    <div ref={intoView} role="group" aria-labelledby="opened-why" className={`flow ${css.choices}`}>
      <p id="opened-why" className="small">
        {words.why[state]}
      </p>
      {Object.entries(reasons).map(([reason, name]) => (
        <Button
          key={reason}
          aria-pressed={reason === before?.reason}
          onPress={({ currentTarget }) => {
            // This button is removed for a moment, which would lose the focus.
            focusChoice(currentTarget, `[data-choice=${state}]`);
            void following.decide(item, { ...(before && choiceOf(before)), state, reason });
          }}
        >
          {name}
        </Button>
      ))}
      {!before && <Button onPress={following.forget}>{words.cancel}</Button>}
    </div>
  );
}

function More({ item, outcome }: OfLead & { outcome: Stored }) {
  const { following } = useInbox();
  /** The outcome that was stored when the admin began to type. */
  const [shownWhenTyping, setShownWhenTyping] = useState<Stored>();
  const seen = shownWhenTyping ?? outcome;
  // A colleague's change shows at once, but doesn't replace typed text.
  const key = choiceKey(seen);
  const onInput = (): void => setShownWhenTyping(seen);
  const decide = async (choice: Choice): Promise<void> => {
    if (await following.decide(item, choice, seen)) setShownWhenTyping(undefined);
  };
  if (outcome.state === 'won')
    return (
      <Line
        key={key}
        onInput={onInput}
        label={words.amount}
        stored={outcome.amount === undefined ? '' : usd(outcome.amount)}
        inputMode="decimal"
        save={(text) => {
          const amount = dollarsIn(text);
          if (!((amount ?? 0) <= amountLimit)) return words.badAmount(usd(amountLimit));
          void decide({ state: 'won', ...(amount !== null && { amount }) });
          return undefined;
        }}
      />
    );
  if (outcome.state === 'lost')
    return (
      <Line
        key={key}
        onInput={onInput}
        label={words.words}
        stored={outcome.words ?? ''}
        maxLength={lostWordsLimit}
        save={(text) => {
          const { state, reason } = outcome;
          void decide({ state, reason, ...(text !== '' && { words: text }) });
          return undefined;
        }}
      />
    );
  return null;
}
