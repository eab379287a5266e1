import { useStore } from '@nanostores/react';
import { map } from 'nanostores';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { panel } from '../../../copy/lead-panel.ts';
import { api } from '../../../shared/api.ts';
import { digitsOf } from '../../../shared/reach.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { browserWait, sentenceIn, type Ask } from '../../staff/ask.ts';
import { Button } from '../../staff/Button.tsx';
import { Close, Dialog } from '../dialogs/Dialog.tsx';
import { useInbox, type Inbox } from '../inbox-store.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { passingWithin } from '../selection.ts';
import css from '../dialogs/dialog.module.css';

const words = panel.doNotContact;

const standingSchema = z.object({
  on: z.boolean(),
  /** What of the person is on the list. */
  which: z.array(z.enum(['email', 'phone'])),
  /** The request that takes a change back. */
  undo: z.optional(z.nullable(z.looseObject({ on: z.boolean() }))),
});

/** Whether a person is on the do-not-contact list, or why that isn't known. Empty until the server has answered. */
type Standing = Partial<z.infer<typeof standingSchema>> & { problem?: string };

type Lead = Pick<SubmissionItem, 'id' | 'name' | 'email' | 'phone' | 'phone_e164'>;

/** By the id of the lead: the list holds keyed hashes, so a lead doesn't know whether its person is on it. */
const $standings = map<Record<string, Standing | undefined>>({});

async function askList(json: object, ask: Ask, signal?: AbortSignal) {
  return standingSchema.parse(await (await ask(api.doNotContact, { json, signal })).json());
}

function personOf({ id, email, phone, phone_e164 }: Lead) {
  // Visitors may type anything as their phone, and the list refuses what is no number.
  const isNumber = (phone_e164 ?? digitsOf(phone)) !== null;
  return { submissionId: id, email, ...(isNumber && { phone }) };
}

/** The server says what to set where the list has no key. */
const problemIn = (error: unknown): string => sentenceIn(error) ?? admin.unreachable;

/** Each lead has at most one change at a time. */
const { once } = oneAtATime();

async function look(lead: Lead, ask: Ask, signal: AbortSignal): Promise<void> {
  const before = $standings.get()[lead.id];
  const standing = await browserWait(passingWithin, signal)
    .then(() => askList(personOf(lead), ask, signal))
    .catch((error: unknown): Standing => ({ ...before, problem: problemIn(error) }));
  // A change that was made meanwhile is newer.
  if (!signal.aborted && $standings.get()[lead.id] === before) $standings.setKey(lead.id, standing);
}

/** Puts the person on the list, or takes them off. */
const put = (lead: Lead, change: { on: boolean }, inbox: Inbox) =>
  once(lead.id, async () => {
    const { id, name } = lead;
    try {
      const { on, which, undo } = await askList({ ...change, submissionId: id }, inbox.ask);
      $standings.setKey(id, { on, which });
      // Open leads of the person are held now, or no longer.
      void inbox.list.look();
      const title = on ? (change.on ? words.saved : words.stays) : words.lifted;
      inbox.reportAlone({
        title,
        description: name,
        ...(undo && { action: { label: words.undo, run: () => void put(lead, undo, inbox) } }),
      });
    } catch (error) {
      inbox.reportAlone({ title: words.failed, description: problemIn(error), destructive: true });
    }
  });

/** As far as is known. Until the list has answered, the lead's own mark says it. */
export const useIsListed = ({ id, no_contact }: SubmissionItem): boolean =>
  useStore($standings)[id]?.on ?? no_contact === true;

function useStanding(lead: Lead): Standing {
  const { ask } = useInbox();
  // A release takes the person off the list, and somebody else may change it meanwhile.
  useEffect(() => {
    const stop = new AbortController();
    const lookNow = () => void look(lead, ask, stop.signal);
    lookNow();
    for (const it of ['focus', 'online']) addEventListener(it, lookNow, stop);
    return () => stop.abort();
  }, [lead, ask]);
  return useStore($standings)[lead.id] ?? {};
}

/** Says whether this person asked not to be contacted, and changes it. */
export function DoNotContact({ item }: { item: SubmissionItem }) {
  const inbox = useInbox();

  // What was known when it was last open may be wrong by now.
  useEffect(() => $standings.setKey(item.id, undefined), [item.id]);
  const { problem } = useStanding(item);
  const on = useIsListed(item);

  return (
    <p className="flow">
      <Button
        key={item.id}
        isOn={on}
        onPress={() => put(item, { ...personOf(item), on: !on }, inbox)}
      >
        {on ? words.lift : words.label}
      </Button>
      <span role="status" className="small">
        {on ? (
          <strong data-tone="bad">{words.on}</strong>
        ) : (
          problem !== undefined && `${words.unknown} ${problem}`
        )}
      </span>
    </p>
  );
}

/** Asks before a lead is released whose person asked not to be contacted. */
export function Release({ lead }: { lead: Lead }) {
  const { resending } = useInbox();
  const { which, problem } = useStanding(lead);
  return (
    <Dialog heading={words.release.heading} onClose={() => resending.$asked.set(undefined)}>
      <h2>{words.release.heading}</h2>
      <p>{words.release.question}</p>
      <form
        className={css.result}
        onSubmit={(event) => {
          event.preventDefault();
          // Closed first, so that the browser gives the focus back.
          event.currentTarget.closest('dialog')?.close();
          void resending.release(lead.id, which);
        }}
      >
        {which?.map((it) => (
          <label key={it} className={css.check}>
            <input type="checkbox" required />
            {words.release[it](lead[it])}
          </label>
        ))}
        <span role="status" className="small">
          {problem !== undefined && `${words.unknown} ${problem}`}
        </span>
        <p className={`flow ${css.works}`}>
          <Close label={words.release.cancel} />
          <button className={`tool ${css.go}`} disabled={!which}>
            {deliveryWords.release.label}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
