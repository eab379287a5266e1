import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resendToWebhook } from '../../../functions/delivery/resend.ts';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import { submissions } from '../../../functions/inbox/list.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { api } from '../../../src/shared/api.ts';
import { aFolder, onEachEngine } from '../../support/worlds/each-engine.ts';
import { marked, marks } from '../../support/builders/marked.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { bearer, get, post, postForm } from '../../support/builders/requests.ts';
import { webhookAt, worldWith } from '../../support/worlds/world.ts';

const later = () => new Date(Date.now() + 60 * 60 * 1000);

onEachEngine((makeEngine) => {
  test('no line of the log has personal data, whatever happens to the lead', async () => {
    const store = (await makeEngine()).open();
    await using receiver = await Receiver.open();
    await store.grantRole('sam', 'admin');
    const world = worldWith(store, {
      webhook: webhookAt(receiver.url),
      verify: () => Promise.resolve({ uid: 'sam', email: 'sam@example.com' }),
    });
    const lead = marked();
    const headers = { 'user-agent': 'markagent' };

    receiver.next({ status: 500, body: 'Markmessage. is not wanted' }, 'reset', { status: 422 });
    await submitContact(post(api.submitContact, lead, headers), world);
    await world.settled();
    await retryDeliveries({ ...world, now: later });
    const again = post(api.resendToWebhook, { submissionId: lead.id }, bearer('x'));
    expect((await resendToWebhook(again, world)).status).toBe(502);
    await submitContact(post(api.submitContact, lead, headers), world);
    await submitContact(post(api.submitContact, { ...lead, id: 'mark' }, headers), world);
    const { id, consent_marketing, ...fields } = lead;
    await submitContact(postForm({ ...fields, consent_marketing: 'true' }, headers), world);
    await submitContact(postForm({ ...fields, email: 'mark' }, headers), world);
    await submissions(get(`${api.submissions}?q=markname&cursor=mark`, bearer('x')), world);
    await world.settled();

    const events = world.logged.map(({ event }) => event);
    expect(new Set(events)).toEqual(
      new Set(['submission', 'submission-known', 'delivery', 'audit']),
    );
    expect(world.logged.filter((it) => it.event === 'delivery')).toHaveLength(4);
    expect(world.logged.every((it) => it.event === 'audit' || 'id' in it)).toBe(true);
    expect(JSON.stringify(world.logged)).not.toMatch(marks);
  });
});

test('no line of the log has personal data when a record is damaged or the store is closed', async () => {
  const folder = await aFolder();
  const store = openSqlite(folder, console.log);
  const lead = marked();
  const world = worldWith(store, {
    webhook: webhookAt(new URL('http://127.0.0.1:9/markhook')),
    verify: () => Promise.resolve({ uid: 'sam', email: 'sam@example.com' }),
  });
  await store.grantRole('sam', 'admin');
  await submitContact(post(api.submitContact, lead), world);
  await world.settled();

  const damaged = new DatabaseSync(join(folder, fileName));
  damaged.exec(`UPDATE submissions SET record = json_set(record, '$.consent', 'Markconsent')`);
  damaged.close();
  const again = post(api.resendToWebhook, { submissionId: lead.id }, bearer('x'));
  expect((await resendToWebhook(again, world)).status).toBe(500);
  await retryDeliveries({ ...world, now: later });
  await store.close();
  expect((await submitContact(post(api.submitContact, marked()), world)).status).toBe(500);

  expect(world.logged.map(({ event }) => event)).toContain('failure');
  expect(JSON.stringify(world.logged)).not.toMatch(marks);
});
