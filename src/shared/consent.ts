/**
 * The text that visitors agree to, word for word. A link is written `[text](/path)`. Never edit a published
 * text: move it to consent-texts.ts, and write a new one with a new version.
 */
export const currentConsent = {
  version: '2026-11-22',
  text: 'I agree to receive SMS messages, calls and e-mails from Leadwright, including notifications and promotional messages, at the number and address I give here. Calls and messages may use automated technology, such as an automatic dialing system or a bot, and prerecorded or artificial voice messages. Message frequency varies. Message and data rates may apply. Reply STOP to opt out or HELP for help. Consent is not a condition of purchase. I have read the [Terms of Service](/terms-of-service) and the [Privacy Policy](/privacy-policy).',
} as const;

/** The build puts the mark of the page here, which tells pages that ask for consent apart. */
export const pageMark = '{{consent page}}';
