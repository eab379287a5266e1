/** Delivers a lead to a real mail server, and reads it from the mailbox. */
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { submitContact } from '../../functions/intake/submit-contact.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import { aSubmission, submitting } from '../support/builders/requests.ts';
import { hasPostfix, openPostfix } from '../support/servers/postfix.ts';
import { owner, sales } from '../support/worlds/delivery-world.ts';
import { aWorld, mailBy } from '../support/worlds/world.ts';

test('a lead goes from the form into a mailbox of Postfix, and a reply goes to the visitor', async ({
  skip,
}) => {
  skip(
    !hasPostfix(),
    'Postfix starts only for root, and is installed only on Debian and its like.',
  );
  await using postfix = await openPostfix(sales);
  await using world = aWorld({ webhook: mailBy(postfix.url, sales, owner) });
  const message = `Zoë’s roof 🌳\n.\n..\nFrom here\n${'long '.repeat(150)}`.trim();
  const lead = aSubmission({ name: 'Zoë "Z" Roe\r\nBcc: x@evil.example', message });
  expect((await submitContact(submitting(lead), world.deps)).status).toBe(201);
  await world.settle();
  // The other address doesn't exist.
  const [attempt] = (await world.store.get(lead.id))?.attempts ?? [];
  expect(attempt?.status).toBe(550);
  expect(attempt?.answer).toContain(`${owner} was refused: 550 5.1.1`);

  await expect.poll(postfix.mails).toHaveLength(1);
  const [raw = ''] = await postfix.mails();
  expect(raw).toMatch(/^Delivered-To: sales@company\.example$/m);
  const mail = await PostalMime.parse(raw);
  expect(mail).toMatchObject({
    messageId: `<${lead.id}@leadwright.example>`,
    subject: 'Roofing / Gutters: Zoë "Z" Roe Bcc: x@evil.example',
    from: { name: 'Leads from leadwright.example', address: sales },
    to: [{ address: sales }, { address: owner }],
    replyTo: [{ address: lead.email }],
    date: '2026-03-02T15:04:05.000Z',
    attachments: [],
  });
  expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
  for (const part of [mail.text, String(mail.html)]) {
    expect(part).toContain('long long long');
    expect(part).toContain(lead.phone);
    expect(part).toContain(currentConsent.version);
    expect(part).toContain(`https://leadwright.example/admin?q=${lead.id}`);
  }
  expect(mail.text).toContain(message.replace(/^/gm, '> '));
  expect(mail.html).toContain(`href="mailto:${lead.email}"`);
});
