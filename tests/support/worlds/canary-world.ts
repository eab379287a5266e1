import { onTestFinished } from 'vitest';
import { visit } from '../../../functions/canary/canary.ts';
import type { Deps } from '../../../functions/deps.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import type { Store } from '../../../functions/store/port.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { Receiver } from '../servers/receiver.ts';
import { webhookAt, worldWith } from './world.ts';

/** As the build makes it. */
export const contactPage = `<input type="hidden" form="contact-form" name="page" value="1c4e"/>
<form id="contact-form" class="ticket" action="/api/submit-contact" method="post">
<input type="hidden" name="source" value="contact_page"/>
<input type="hidden" name="consent_version" value="${currentConsent.version}"/>
<input id="name" name="name"/><input name="email"/><input name="phone"/><input name="company"/>
<select name="industry"><option value="">Choose</option><option value="roofing">Roofing</option></select>
<textarea name="message"></textarea><input name="website"/>
<input type="checkbox" name="consent_marketing" value="true"/></form>`;

type Answer = (request: Request) => Promise<Response> | Response;

/** A site whose answers a test may change, by their paths. */
export async function siteWith(store: Store, different: Partial<Deps> = {}) {
  const receiver = await Receiver.open();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  const answers: Record<string, Answer> = {
    '/contact': () => new Response(contactPage),
    '/api/submit-contact': (request) => submitContact(request, deps),
    '/thank-you': () => new Response('Thank you'),
  };
  const deps = worldWith(store, {
    webhook: webhookAt(receiver.url),
    noticeTo: [{ url: receiver.url, secrets: [], allowPrivate: true }],
    canary: { isOn: true, delivers: false },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const answer = answers[new URL(request.url).pathname];
      return answer ? answer(request) : new Response(null, { status: 404 });
    },
    ...different,
  });
  return { deps, answers, receiver, visit: () => visit(deps, { pauseMs: 200 }) };
}
