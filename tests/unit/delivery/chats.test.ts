import { describe, expect, test } from 'vitest';
import { bodyFor, type ChatName } from '../../../functions/delivery/chats.ts';
import { parseAddresses } from '../../../functions/env.ts';

const netlify = { NETLIFY: 'true', SMTP_URL: 'smtps://site%40a.example:secret@smtp.a.example' };
const listed = (NOTICE_TO: string) => parseAddresses('NOTICE_TO', { NOTICE_TO, ...netlify });

describe('an address in NOTICE_TO', () => {
  test.each([
    ['https://hooks.slack.com/services/T0/B0/secret', 'slack'],
    ['https://prod-23.westeurope.logic.azure.com:443/workflows/1/invoke?sig=secret', 'teams'],
    ['https://abc.d1.environment.api.powerplatform.com:443/powerautomate/x?sig=secret', 'teams'],
    ['https://discord.com/api/webhooks/1/secret', 'discord'],
    ['https://discord.com/api/webhooks/1/secret/slack', 'slack'],
    ['https://chat.googleapis.com/v1/spaces/a/messages?key=k&token=secret', 'google'],
    ['https://hooks.zapier.com/hooks/catch/1/secret/', 'slack'],
    ['https://discord.com.evil.example/x', 'slack'],
    ['teams:https://flows.company.example/x', 'teams'],
    ['slack:https://prod-1.logic.azure.com/x', 'slack'],
  ])('%s gets the format of %s', (address, chat) => {
    const [target] = listed(address);
    expect(target).toMatchObject({ chat, url: new URL(address.replace(/^\w+:(?=h)/, '')) });
  });

  test('may be a mailbox, mixed with others in any usual notation', () => {
    const targets = listed(
      'ada@a.example, mailto:bo@a.example,cy@a.example\nhttps://hooks.slack.com/x?a=1,2,teams:https://b.example/,di@b.example',
    );
    expect(targets.map(({ mail, url }) => mail?.to ?? url.href)).toEqual([
      ['ada@a.example'],
      ['bo@a.example'],
      ['cy@a.example'],
      'https://hooks.slack.com/x?a=1,2',
      'https://b.example/',
      ['di@b.example'],
    ]);
  });

  test.each([
    'http://a.example/secret',
    'ada@',
    'ftp://secret.example',
    'irc:https://a.example/secret',
  ])('%s is refused, in a sentence that does not quote it', (address) => {
    expect(() => listed(address)).toThrow(/^NOTICE_TO (?!.*secret).+\.$/);
  });
});

const hostile = '<!channel> <@U1> @everyone <users/all> *b* [pay](https://evil.example) `c` & ~d~';
const link = 'https://leadwright.example/admin?q=1';

test.each<[ChatName, object]>([
  [
    'slack',
    {
      text: `&lt;!channel&gt; &lt;@U1&gt; @everyone &lt;users/all&gt; *b* [pay](https://evil.example) \`c\` &amp; ~d~ ${link}`,
    },
  ],
  [
    'discord',
    {
      content:
        String.raw`\<!channel\> \<\@U1\> \@everyone \<users/all\> \*b\* \[pay\]\(https://evil.example\) \`c\` & \~d\~ `.concat(
          link,
        ),
      allowed_mentions: { parse: [] },
      flags: 4,
    },
  ],
  [
    'google',
    {
      text: `‹!channel› ‹@U1› @everyone ‹users/all› *b* [pay](https://evil.example) \`c\` & ~d~ ${link}`,
    },
  ],
  [
    'teams',
    {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            // A text run has no formatting, and a mention would need an entity.
            body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: hostile }] }],
            actions: [{ type: 'Action.OpenUrl', title: 'Open the inbox', url: link }],
          },
        },
      ],
    },
  ],
])('a message for %s has no formatting and no mentions', (chat, body) => {
  expect(JSON.parse(bodyFor(chat, hostile, link))).toEqual(body);
});

test.each<[ChatName, string, number]>([
  ['slack', '"text":"(.*)"', 4000],
  ['discord', '"content":"(.*)","allowed', 2000],
  ['google', '(.*)', 32_000],
  ['teams', '(.*)', 28_000],
])(
  'a message for %s is cut to the chat’s limit, even if many characters are escaped',
  (chat, what, most) => {
    for (const character of ['&', '*', '\u0001', '👩']) {
      const body = bodyFor(chat, character.repeat(10_000), link);
      const [, counted = ''] = new RegExp(what).exec(body) ?? [];
      const text =
        chat === 'teams' || chat === 'google' ? body : (JSON.parse(`"${counted}"`) as string);
      expect(Buffer.byteLength(body)).toBeLessThan(28_000);
      expect(text.length).toBeLessThan(most);
      expect(text).toContain('…');
      expect(text.isWellFormed()).toBe(true);
      expect(body).toContain(link);
    }
  },
);
