/** The chats in which people are told of new leads and of trouble, each in its own format. */

interface Chat {
  /** The host of its addresses, and the path. */
  at: RegExp;
  /** In characters, without the link: less than the vendor's limit. */
  most: number;
  /** Writes a character so that it formats nothing, links to nothing and calls nobody. */
  escape?: (character: string) => string;
  body: (text: string, link: string) => object;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const chats = {
  /** https://docs.slack.dev/messaging/formatting-message-text: 4,000 characters. */
  slack: {
    at: /^hooks\.slack(-gov)?\.com\//,
    most: 3000,
    escape: (it) => entities[it] ?? it,
    body: (text, link) => ({ text: `${text} ${link}` }),
  },
  /**
   * Its workflows take cards of 28 KB, and JSON may need six bytes for a character. A text run knows no Markdown:
   * https://adaptivecards.io/explorer/TextRun.html
   */
  teams: {
    at: /\.(logic\.azure|api\.powerplatform|webhook\.office)\.com\//,
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
   * https://docs.discord.com/developers/resources/webhook#execute-webhook: 2,000 characters. An address that ends
   * in /slack takes Slack's format.
   */
  discord: {
    at: /^((canary|ptb)\.)?discord(app)?\.com\/(?!.*\/slack$)/,
    most: 1700,
    escape: (it) => it.replace(/[\\*_~`|<>[\]()#@]/, String.raw`\$&`),
    // The flag hides the preview of the link.
    body: (text, link) => ({
      content: `${text} ${link}`,
      allowed_mentions: { parse: [] },
      flags: 4,
    }),
  },
  /**
   * https://developers.google.com/workspace/chat/create-messages: 32,000 bytes. It has no escapes, and both
   * mentions and links begin with <.
   */
  google: {
    at: /^chat\.googleapis\.com\//,
    most: 4000,
    escape: (it) => it.replace('<', '‹').replace('>', '›'),
    body: (text, link) => ({ text: `${text} ${link}` }),
  },
} satisfies Record<string, Chat>;

export type ChatName = keyof typeof chats;

export const chatNames = Object.keys(chats) as ChatName[];

/** The chat that has addresses like this one. */
export const chatAt = ({ hostname, pathname }: URL): ChatName | undefined =>
  chatNames.find((it) => chats[it].at.test(hostname + pathname));

export function bodyFor(name: ChatName, text: string, link: string): string {
  const chat: Chat = chats[name];
  return JSON.stringify(chat.body(fitted(text, chat), link));
}

/** Cuts the text to the chat's limit, but never within a character or an escape. */
function fitted(text: string, { most, escape = String }: Chat): string {
  let fits = '';
  for (const character of text) {
    const next = fits + escape(character);
    if (next.length > most) return `${fits}…`;
    fits = next;
  }
  return fits;
}
