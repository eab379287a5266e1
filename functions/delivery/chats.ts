interface Chat {
  address: RegExp;
  /** In characters, without the link. Below the vendor's limit. */
  most: number;
  /** Escapes a character that would format text, make a link or mention people. */
  escape?: (character: string) => string;
  body: (text: string, link: string) => object;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const chats = {
  /** 4,000 characters: https://docs.slack.dev/messaging/formatting-message-text */
  slack: {
    address: /^hooks\.slack(-gov)?\.com\//,
    most: 3000,
    escape: (character) => entities[character] ?? character,
    body: (text, link) => ({ text: `${text} ${link}` }),
  },
  /**
   * Workflows take cards of 28 KB, and JSON may need six bytes for a character. A text run has no Markdown:
   * https://adaptivecards.io/explorer/TextRun.html
   */
  teams: {
    address: /\.(logic\.azure|api\.powerplatform|webhook\.office)\.com\//,
    most: 4000,
    body: (text, link) => ({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] }],
            actions: [{ type: 'Action.OpenUrl', title: 'Open the inbox', url: link }],
          },
        },
      ],
    }),
  },
  /**
   * 2,000 characters: https://docs.discord.com/developers/resources/webhook#execute-webhook. An address that ends in
   * /slack takes Slack's format.
   */
  discord: {
    address: /^((canary|ptb)\.)?discord(app)?\.com\/(?!.*\/slack$)/,
    most: 1700,
    escape: (character) => character.replace(/[\\*_~`|<>[\]()#@]/, String.raw`\$&`),
    // The flag hides the link preview.
    body: (text, link) => ({
      content: `${text} ${link}`,
      allowed_mentions: { parse: [] },
      flags: 4,
    }),
  },
  /**
   * 32,000 bytes: https://developers.google.com/workspace/chat/create-messages. There are no escapes, and both mentions
   * and links begin with <.
   */
  google: {
    address: /^chat\.googleapis\.com\//,
    most: 4000,
    escape: (character) => character.replace('<', '‹').replace('>', '›'),
    body: (text, link) => ({ text: `${text} ${link}` }),
  },
} satisfies Record<string, Chat>;

export type ChatName = keyof typeof chats;

export const chatNames = Object.keys(chats) as ChatName[];

export const chatAt = ({ hostname, pathname }: URL): ChatName | undefined =>
  chatNames.find((name) => chats[name].address.test(hostname + pathname));

export function bodyFor(name: ChatName, text: string, link: string): string {
  const chat: Chat = chats[name];
  return JSON.stringify(chat.body(fitted(text, chat), link));
}

/** Never cuts within a character or an escape. */
function fitted(text: string, { most, escape = String }: Chat): string {
  let fits = '';
  for (const character of text) {
    const next = fits + escape(character);
    if (next.length > most) return `${fits}…`;
    fits = next;
  }
  return fits;
}
