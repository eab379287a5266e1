import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { admin } from '../../../copy/admin.ts';
import { panel } from '../../../copy/lead-panel.ts';
import { api } from '../../../shared/api.ts';
import { digitsOf } from '../../../shared/phone-numbers.ts';
import { waysToOptOut, type SubmissionItem } from '../../../shared/submission.ts';
import { browserWait, sentenceIn, type Ask } from '../../staff/ask.ts';
import { Button } from '../../staff/Button.tsx';
import { exactTime } from '../../staff/format.ts';
import { useInbox, type Inbox } from '../inbox-store.ts';
import { once } from '../../staff/query-client.ts';
import type { OfLead } from '../list/cells.tsx';
import { passingWithin } from '../selection.ts';

const words = panel.doNotContact;

const standingSchema = z.discriminatedUnion('on', [
  z.object({ on: z.literal(false) }),
  z.object({ on: z.literal(true), at: z.string(), how: z.enum(waysToOptOut) }),
]);

/** If the list's key is missing, the server's sentence names the variable to set. */
const problemIn = (error: unknown): string => sentenceIn(error) ?? admin.unreachable;

async function askList(lead: SubmissionItem, json: { on?: boolean }, inbox: Inbox, ask: Ask) {
  const { id, email, phone, phone_e164, opted_out } = lead;
  // Visitors can type anything as their phone, but the list refuses text that isn't a number.
  const isNumber = (phone_e164 ?? digitsOf(phone)) !== null;
  const person = { submissionId: id, email, ...(isNumber && { phone }) };
  const response = await ask(api.doNotContact, { json: { ...json, ...person } });
  const { on: _, ...since } = standingSchema.parse(await response.json());
  const now = 'at' in since ? since : null;
  if (now?.at === opted_out?.at) return;
  inbox.leads.store(id, { opted_out: now });
  // The change may have held or released the lead.
  await inbox.leads.refresh(id);
}

const put = (lead: SubmissionItem, on: boolean, inbox: Inbox) =>
  once(inbox.client, ['do not contact', lead.id], async () => {
    try {
      await askList(lead, { on }, inbox, inbox.ask);
      inbox.reportAlone({ title: on ? words.saved : words.lifted, description: lead.name });
    } catch (error) {
      inbox.reportAlone({ title: words.failed, description: problemIn(error), destructive: true });
    }
  });

/** Shows whether this person asked not to be contacted, since when and how, and changes it. */
export function DoNotContact({ item }: OfLead) {
  const inbox = useInbox();
  const [problem, setProblem] = useState<string>();
  const { id, opted_out, consent } = item;
  const on = Boolean(opted_out);

  // The list may have an opt-out that this lead isn't marked with.
  useEffect(() => {
    const stop = new AbortController();
    const ask: Ask = (path, asked) => inbox.ask(path, { ...asked, signal: stop.signal });
    setProblem(undefined);
    browserWait(passingWithin, stop.signal)
      .then(() => askList(item, {}, inbox, ask))
      .catch((error: unknown) => stop.signal.aborted || setProblem(problemIn(error)));
    return () => stop.abort();
    // Not `item`: a change of the lead is no reason to ask again.
  }, [id, inbox]);

  return (
    <p className="flow">
      <Button key={id} isOn={on} onPress={() => put(item, !on, inbox)}>
        {on ? words.lift : words.label}
      </Button>
      <span role="status" className="small">
        {opted_out ? (
          <>
            <strong data-tone="bad">{words.on(exactTime(opted_out.at), opted_out.how)}</strong>{' '}
            {consent.at > opted_out.at ? words.agreed(exactTime(consent.at)) : words.older}{' '}
            {item.delivery.state === 'held' && words.release}
          </>
        ) : (
          problem !== undefined && `${words.unknown} ${problem}`
        )}
      </span>
    </p>
  );
}
