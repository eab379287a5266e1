import { parseEnv } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { credentialsIn } from '../../functions/delivery/mail/settings.ts';
import { parseWebhook } from '../../functions/delivery/webhook/webhook.ts';
import { CloudTools } from '../support/servers/cloud-tools.ts';

let tools: CloudTools;
beforeAll(async () => {
  tools = await CloudTools.create();
});
beforeEach(() => tools.writeLive(''));
afterAll(() => tools[Symbol.asyncDispose]());

/** What setup makes of these answers when it comes to the next question. */
async function settingsFrom(...given: string[]) {
  await expect(tools.run(given)).rejects.toThrow(/^Days after which/);
  const settings = parseEnv(await tools.live());
  const webhook = parseWebhook({ ...settings, NETLIFY: 'true' });
  return { settings, target: webhook.state === 'set' ? webhook.target : undefined };
}

describe('setup', () => {
  test('first asks how leads reach people, and explains both ways in two sentences', async () => {
    await settingsFrom('none', '');
    const [title, explanation = ''] = tools.printed;
    expect(title).toMatch(/next.*Say how leads and alerts reach you$/);
    expect(explanation).toMatch(/^ +By mail, [^.]+\. A webhook [^.]+\.$/);
  });

  test('takes any password for the mail server, and shows it nowhere', async () => {
    const password = `p@ss'/:%2F#?é "`;
    const { settings, target } = await settingsFrom(
      'mail',
      'ann@a.example, bob@a.example',
      '',
      'other',
      'smtp://mail.a.example:2525',
      'Ann’s user',
      password,
      '',
    );
    expect(settings.WEBHOOK_URL).toBe('mailto:ann@a.example,bob@a.example');
    const { url, mail } = target ?? {};
    expect(url && credentialsIn(url)).toEqual({ user: 'Ann’s user', pass: password.trim() });
    // A user that is no address can't be the sender.
    expect(mail).toMatchObject({ from: 'ann@a.example', to: ['ann@a.example', 'bob@a.example'] });
    expect(tools.printed.join('\n')).not.toContain('p@ss');
  });

  test('asks for a mail server if only alerts go by mail', async () => {
    const { settings } = await settingsFrom('none', 'ann@a.example', 'gmail', '', '', 'p');
    expect(settings).toMatchObject({
      ALERT_URL: 'ann@a.example',
      SMTP_URL: expect.any(String) as string,
    });
  });

  test('sends leads to the webhook, and notes of them to mailboxes, if both are wanted', async () => {
    const { settings } = await settingsFrom(
      ...['both', 'https://hooks.example/secret', 'ann@a.example', '', 'gmail', '', '', 'p'],
    );
    expect(settings).toEqual({
      WEBHOOK_URL: 'https://hooks.example/secret',
      ALERT_URL: '',
      NOTICE_TO: 'ann@a.example',
      SMTP_URL: 'smtps://ann%40a.example:p@smtp.gmail.com:465',
    });
  });

  test('keeps the alert addresses when somebody wants to be asked about mail again', async () => {
    await tools.writeLive("ALERT_URL='ann@a.example'");
    const { settings } = await settingsFrom('mail', 'bob@a.example', 'gmail', '', '', 'p');
    expect(settings.ALERT_URL).toBe('ann@a.example');
    expect(settings.SMTP_URL).toBe('smtps://bob%40a.example:p@smtp.gmail.com:465');
  });

  test.each(['postmark', 'ses'])(
    'asks for the user of %s, which is no mailbox, and for the sender',
    async (provider) => {
      const { target } = await settingsFrom(
        'mail',
        'a@a.example',
        '',
        provider,
        '',
        '',
        'u',
        'p',
        '',
      );
      const { url, mail } = target ?? {};
      expect(url && credentialsIn(url)).toEqual({ user: 'u', pass: 'p' });
      expect(mail).toMatchObject({ from: 'a@a.example' });
      expect(tools.printed.slice(2, -1)).toEqual(['This question needs an answer.']);
    },
  );

  test('asks again when an answer about mail can’t be right', async () => {
    await settingsFrom(
      ...[
        'mail',
        'ann',
        'a@a.example,'.repeat(6),
        'ann@a.example',
        'ann',
        '',
        'constructor',
        'other',
      ],
      ...['mail.a.example', 'smtps://u:p@mail.a.example:465', 'smtps://mail.a.example:465'],
      ...['ann', 'p', 'nobody', 'site@a.example'],
    );
    const sentences = tools.printed.slice(2, -1);
    expect(sentences).toEqual([
      'Give up to five e-mail addresses, separated by spaces.',
      'Give up to five e-mail addresses, separated by spaces.',
      expect.stringMatching(/^ALERT_URL must be .+, or an e-mail address/),
      expect.stringMatching(/^Answer gmail, microsoft, .+, or other\.$/),
      expect.stringMatching(/^Write it as in smtps:\/\/smtp\.example\.com:465/),
      expect.stringMatching(/^Write it as in smtps:\/\/smtp\.example\.com:465/),
      'Give one e-mail address.',
    ]);
  });
});
