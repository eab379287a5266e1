import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { api } from '../../../src/shared/api.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { endsOf, linesOf, ofCall } from '../../support/worlds/log-lines.ts';
import { inWorld, type World } from '../../support/worlds/log-world.ts';
import { marked, marks } from '../../support/builders/marked.ts';
import { bearer } from '../../support/builders/requests.ts';

const query = '?q=markname&industry=markindustry&cursor=markcursor&token=marktoken';

const doors = readdirSync('netlify/functions').map((file) => file.replace(/\.ts$/, ''));
/** Calls every door, rightly and wrongly, with everything that must not be in the log. */
async function callAll({ receiver, call, server }: World): Promise<void> {
  const lead = marked();
  receiver.next({ status: 500, body: 'Markmessage. is not wanted' }, 'reset');
  expect(await call(api.submitContact + query, lead)).toBe(201);
  expect(await call(api.submitContact + query, lead)).toBe(200);
  expect(await call(api.submitContact, marked({ email: 'markmail' }))).toBe(422);
  expect(await call(api.submitContact, '{"name": "markname')).toBe(400);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await call(api.submitContact, 'name=markname&email=markmail', form)).toBe(422);
  await server.says(/"event":"delivery"/);

  expect(await call(api.submissions + query)).toBe(400);
  expect(await call(`${api.submissions}?q=markname`)).toBe(200);
  expect(await call(`${api.submissionsCsv}?q=markname`)).toBe(200);
  expect(await call(`/thank-you${query}`)).toBe(200);
  expect(await call(api.access + query)).toBe(200);
  expect(await call(api.access, undefined, bearer('marktoken'))).toBe(401);
  expect(await call(`${api.audit}?cursor=markcursor`)).toBe(400);
  expect(await call(`${api.report}?month=markmonth`)).toBe(400);
  expect(await call(`${api.consentCertificate}?id=mark`)).toBe(404);
  expect(await call(`${api.consentCertificate}?id=${lead.id}`)).toBe(200);
  expect(await call(api.resendToWebhook + query, { submissionId: lead.id })).toBeLessThan(600);
  expect(await call(api.releaseSubmission, { submissionId: 'mark' })).toBe(404);
  expect(await call(api.answerSubmission, { submissionId: 'mark', answered: true })).toBe(404);
  expect(await call(api.archiveSubmission, { submissionId: 'mark', archived: true })).toBe(404);
  expect(await call(api.health + query)).toBe(200);
  expect(await call(api.alerts + query)).toBe(200);
  expect(await call(api.alerts + query, {})).toBe(502);
  expect(await call(api.testDelivery + query, {})).toBe(201);
  expect(await call(`${api.testDelivery}?id=mark`)).toBe(404);
  const person = { email: 'markmail@example.com', phone: 'mark 713 555 0142' };
  expect(await call(api.doNotContact + query, { ...person, on: true })).toBe(200);
  expect(await call(api.erasedConsent + query, person)).toBe(200);
  expect(await call(api.doNotContact, { email: 'mark', on: 'mark' })).toBe(422);
  expect(await call(api.erasePerson, { email: 'markmail@example.com' })).toBe(200);
  expect(await call(api.erasePerson, { email: 'markmail@example.com', count: 1 })).toBe(200);
}

onEachEngine((makeEngine) => {
  test('every door names its calls, and no line has anything of a person', async () => {
    await inWorld(await makeEngine(), async (world) => {
      await callAll(world);
      const { server } = world;
      await expect
        .poll(() => new Set(endsOf(linesOf(server)).map((it) => it.function)))
        .toEqual(new Set(doors));
      const lines = linesOf(server);
      const ends = endsOf(lines);

      expect(server.output).not.toMatch(marks);
      for (const line of lines) {
        expect(Object.keys(line).slice(0, 5)).toEqual([
          'time',
          'level',
          'request',
          'function',
          'event',
        ]);
        expect(Math.abs(Date.parse(line.time) - Date.now())).toBeLessThan(600_000);
        expect(line.request).toMatch(/^[\da-f-]{36}$/);
        expect(doors).toContain(line.function);
      }
      // Each call has one last line, and its other lines name its function, too.
      expect(new Set(ends.map(({ request }) => request)).size).toBe(ends.length);
      for (const end of ends) {
        expect(end.ms).toEqual(expect.any(Number));
        expect(['done', 'refused', 'unavailable', 'failed']).toContain(end.outcome);
        const functions = ofCall(lines, end).map((it) => it.function);
        expect(new Set(functions)).toEqual(new Set([end.function]));
      }
    });
  });
});
