import type { Email } from 'postal-mime';
import { beforeEach, expect, test } from 'vitest';
import { colors as mailColors } from '../../../../functions/delivery/mail/style.ts';
import type { SubmissionRecord } from '../../../../functions/store/record.ts';
import { token } from '../../../../src/brand.ts';
import { currentConsent } from '../../../../src/shared/consent.ts';
import { problemIn } from '../../../../src/shared/contact.ts';
import { escapeHtml } from '../../../../src/shared/placeholders.ts';
import { someId } from '../../../support/builders/filled-in.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { aSubmission } from '../../../support/builders/requests.ts';
import { MailServer } from '../../../support/servers/mail-server.ts';
import { attemptMail, mailedAt, owner, sales } from '../../../support/worlds/delivery-world.ts';

let server: MailServer;
beforeEach(async () => {
  server = await MailServer.open();
  return () => server[Symbol.asyncDispose]();
});

const mail = (lead: Partial<SubmissionRecord>, isTest = false) =>
  attemptMail({ url: server.url, lead, isTest });

async function mailed(lead: Partial<SubmissionRecord> = {}, isTest = false): Promise<Email> {
  expect(await mail(lead, isTest)).toMatchObject({ status: 250 });
  return server.parsed();
}

const textOf = (html: Email['html']): string =>
  String(html)
    .replace(/<style>[^]*?<\/style>|<[^>]+>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

test('a mail about a lead names trade and person, and a reply goes to the person', async () => {
  const id = crypto.randomUUID();
  const { from, to, replyTo, subject, messageId, date, headers } = await mailed({ id });
  expect(subject).toBe('Roofing / Gutters: Dana Roe');
  expect(from).toMatchObject({ name: 'Leads from leadwright.example', address: sales });
  expect(to?.map(({ address }) => address)).toEqual([sales, owner]);
  expect(replyTo).toMatchObject([{ name: 'Dana Roe', address: 'dana@example.com' }]);
  expect(messageId).toBe(`<${id}@leadwright.example>`);
  expect(date).toBe(mailedAt.toISOString());
  expect(headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
  const encoded = await mailed({ name: '=?utf-8?B?ZXZpbA==?=' });
  expect(JSON.stringify([encoded.subject, encoded.replyTo])).not.toContain('evil');
});

test('a mail about a lead starts with how to reach the person, then the words, their origin and the consent', async () => {
  const { version, text: agreed } = currentConsent;
  const words = agreed.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  const created_at = second(0);
  const { text, html } = await mailed({
    id: someId,
    created_at,
    phone: '(713) 555-0142 ext. 7',
    attribution: { utm_source: 'google', utm_medium: 'cpc', landing_path: '/tree-service' },
    consent: { ...aRecord().consent, version, at: created_at },
  });
  const sample = await mailed(
    {
      id: someId,
      created_at,
      name: 'TEST,  not a\tlead =?',
      company: '',
      message: null,
      consent: { ...aRecord().consent, version: '', at: created_at },
    },
    true,
  );
  const unknown = { ...aRecord().consent, version: 'of nobody', at: created_at };
  const lost = await mailed({ id: someId, consent: unknown, created_at });
  const letters = [`${text}\n${String(html)}`, `${sample.text}\n${sample.html}`, lost.text];
  await expect(
    letters
      .join('\n')
      .replace(/(<style>)[^<]*/g, '$1')
      .replaceAll(escapeHtml(words), 'WORDS')
      .replaceAll(words, 'WORDS')
      .replaceAll(version, 'V'),
  ).toMatchFileSnapshot('letter.txt');
});

test('a mail about a lead loads no remote content, and has the colors of the site', async () => {
  const { html, attachments } = await mailed();
  expect(attachments).toEqual([]);
  expect(html).not.toMatch(/<img|<script|<link|url\(|@import|background=|src=/i);
  expect(html).toContain('prefers-color-scheme:dark');
  for (const [name, color] of Object.entries(mailColors)) expect(color).toBe(token(`--${name}`));
});

test('a mail about a lead shows 5,000 characters of every kind that the form accepts unchanged', async () => {
  const all: string[] = [];
  for (let code = 0; all.length < 5000; code += code < 3000 ? 1 : 211) {
    const sign = String.fromCodePoint(code);
    const form = aSubmission({ message: `.${sign}.` });
    if (problemIn(form) === undefined) all.push(sign);
  }
  const message = `${all.join('')}\n.\nFrom here\r\n..`;
  const { text, html } = await mailed({ message });
  const lines = message.replace(/\r\n?/g, '\n').split('\n');
  expect(text).toContain(lines.map((it) => `> ${it}`).join('\n'));
  expect(textOf(html).replace(/\r\n?/g, '\n')).toContain(lines.join('\n'));
});

test('a mail about a lead shows a visitor’s markup as text, in one place each', async () => {
  const evil = `"><img src=x onerror=alert(1)>'&lt;<script>`;
  const { html } = await mailed({ name: evil, company: evil, industry: evil, message: evil });
  expect(html).not.toMatch(/<(img|script)/i);
  expect(textOf(html)).toContain(evil);
});

test('a mail about a lead has no header or line that a visitor injected, in 1,000 tries', async () => {
  const ends = [
    '\n',
    '\r',
    '\r\n',
    '\r\n\t',
    '\u2028',
    '\u0085',
    '\u000b',
    '=0A',
    '?=\r\n',
    '\0\n',
  ];
  const headers = ['Bcc: x@evil.example', 'Subject: Paid', 'To: x@evil.example', 'DATA', '.'];
  const encoded = ['', '=?utf-8?Q?', '"', '<x@evil.example>, ', ',', ';', ':', '\\', '(', '@'];
  const names = ends.flatMap((end) =>
    headers.flatMap((header) => encoded.map((it) => `${it}Dana${end}${header}${end}Roe`)),
  );
  // Each text is used as a name and as an industry: the subject has both, and Reply-To has the name.
  const tries = names.map((name, index) => ({
    name,
    industry: names.at(-index)?.slice(0, 100) ?? '',
    company: name,
    phone: `713 555 0142${name}`,
  }));
  expect(tries).toHaveLength(500);
  const left = tries.values();
  const work = async () => {
    for (const lead of left) await mail(lead);
  };
  await Promise.all(Array.from({ length: 10 }, work));
  expect(server.mails).toHaveLength(tries.length);
  for (const { to, raw } of server.mails) {
    expect(to).toEqual([sales, owner]);
    const [head = ''] = raw.split('\r\n\r\n', 1);
    const own = head.match(/^[\w-]+(?=:)/gm);
    expect(own).toEqual([
      'Auto-Submitted',
      'From',
      'To',
      'Reply-To',
      'Subject',
      'Message-ID',
      'Date',
      'MIME-Version',
      'Content-Type',
    ]);
  }
  for (let index = 0; index < tries.length; index += 9) {
    const { text, replyTo } = await server.parsed(index);
    expect(replyTo).toMatchObject([{ address: 'dana@example.com' }]);
    expect(text).not.toMatch(/^(Bcc|Subject|To|DATA|\.)/m);
  }
}, 60_000);
