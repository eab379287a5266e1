import { useStore } from '@nanostores/react';
import { map } from 'nanostores';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { deliveryWords } from '../../../copy/delivery.ts';
import { panel } from '../../../copy/lead-panel.ts';
import { api } from '../../../shared/api.ts';
import { digitsOf } from '../../../shared/phone.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { browserWait, sentenceIn, type Ask } from '../../staff/ask.ts';
import { Button } from '../../staff/Button.tsx';
import { Close, Dialog } from '../dialogs/Dialog.tsx';
import { useInbox, type Inbox } from '../inbox-store.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import css from './details.module.css';
import dialogCss from '../dialogs/dialog.module.css';

const words = panel.doNotContact;

/** Whether a person is on the do-not-contact list. */
interface Standing {
  /** Undefined until the server has answered. */
  on?: boolean;
  /** Why that isn't known. */
  problem?: string;
}

type Lead = Pick<SubmissionItem, 'id' | 'name' | 'email' | 'phone' | 'phone_e164'>;

/** By the id of the lead: the list holds keyed hashes, so a lead doesn't know whether its person is on it. */
const $standings = map<Record<string, Standing | undefined>>({});

/** An admin who only passes a lead on the way to another has no need to know. */
const pauseBeforeAsking = 300;

const answerSchema = z.object({ on: z.boolean() });

/** The list's answer, after a change if there is one. */
async function standingOf(lead: Lead, ask: Ask, change: object, signal?: AbortSignal) {
  const { email, phone, phone_e164 } = lead;
  // Visitors may type anything as their phone, and the list refuses what is no number.
  const isNumber = (phone_e164 ?? digitsOf(phone)) !== null;
  const json = { email, ...(isNumber && { phone }), ...change };
  return answerSchema.parse(await (await ask(api.doNotContact, { json, signal })).json());
}

/** The server says what to set where the list has no key. */
const problemIn = (error: unknown): string => sentenceIn(error) ?? words.unreachable;

/** Each lead has at most one change at a time. */
const { once } = oneAtATime();

async function look(lead: Lead, ask: Ask, signal: AbortSignal): Promise<void> {
  const before = $standings.get()[lead.id];
  const standing = await browserWait(pauseBeforeAsking, signal)
    .then(() => standingOf(lead, ask, {}, signal))
    .catch((error: unknown): Standing => ({ ...before, problem: problemIn(error) }));
  // A change that was made meanwhile is newer.
  if (!signal.aborted && $standings.get()[lead.id] === before) $standings.setKey(lead.id, standing);
}

/** Puts the person on the list, or takes them off. */
const put = (lead: Lead, on: boolean, inbox: Pick<Inbox, 'ask' | 'reportAlone'>) =>
  once(lead.id, async () => {
    const { id, name } = lead;
    try {
      const standing = await standingOf(lead, inbox.ask, { on, submissionId: id });
      $standings.setKey(id, standing);
      inbox.reportAlone({
        title: on ? words.saved(name) : words.lifted(name),
        action: { label: words.undo, run: () => void put(lead, !on, inbox) },
      });
    } catch (error) {
      inbox.reportAlone({ title: words.failed, description: problemIn(error), destructive: true });
    }
  });

/** Says whether this person asked not to be contacted, and changes it. */
export function DoNotContact({ item }: { item: SubmissionItem }) {
  const inbox = useInbox();
  const { on, problem } = useStore($standings)[item.id] ?? {};
  const { ask } = inbox;

  // What was known when it was last open may be wrong by now.
  useEffect(() => {
    $standings.setKey(item.id, undefined);
  }, [item.id]);

  // A release takes the person off the list, and somebody else may change it meanwhile.
  useEffect(() => {
    const stop = new AbortController();
    const lookNow = () => void look(item, ask, stop.signal);
    lookNow();
    addEventListener('focus', lookNow, stop);
    return () => {
      stop.abort();
    };
  }, [item, ask]);

  return (
    <p className={css.stop}>
      <Button onPress={() => put(item, on !== true, inbox)}>{on ? words.lift : words.label}</Button>
      <span role="status" className="small">
        {on ? <strong>{words.on}</strong> : problem !== undefined && `${words.unknown} ${problem}`}
      </span>
    </p>
  );
}

/** Asks before a lead is released whose person asked not to be contacted. */
export function ReleaseDialog() {
  const { resending } = useInbox();
  if (useStore(resending.$asked) === undefined) return null;
  return (
    <Dialog
      heading={words.release.heading}
      onClose={() => {
        resending.$asked.set(undefined);
      }}
    >
      <h2>{words.release.heading}</h2>
      <p>{words.release.question}</p>
      <p className={dialogCss.works}>
        <Close label={words.release.cancel} />
        <Button className={`tool ${dialogCss.go}`} onPress={resending.releaseAsked}>
          {deliveryWords.release.label}
        </Button>
      </p>
    </Dialog>
  );
}
