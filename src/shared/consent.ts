/**
 * The texts that visitors agree to, word for word. Never edit a published text: add a new one on top with a
 * new version, so that each stored consent can be shown with its own text. A link is written
 * `[text](/path)`.
 */
export const consentTexts = [
  {
    version: '2026-11-22',
    text: 'I agree to receive SMS messages, calls and e-mails from Leadwright, including notifications and promotional messages, at the number and address I give here. Calls and messages may use automated technology, such as an automatic dialing system or a bot, and prerecorded or artificial voice messages. Message frequency varies. Message and data rates may apply. Reply STOP to opt out or HELP for help. Consent is not a condition of purchase. I have read the [Terms of Service](/terms-of-service) and the [Privacy Policy](/privacy-policy).',
  },
  {
    version: '2025-10-03',
    text: 'I agree to receive SMS messages, calls and e-mails from Leadwright, including notifications and promotional messages, at the number and address I give here. Message frequency varies. Message and data rates may apply. Reply STOP to opt out or HELP for help. Consent is not a condition of purchase. I have read the [Terms of Service](/terms-of-service) and the [Privacy Policy](/privacy-policy).',
  },
] as const;

export const currentConsent = consentTexts[0];

/** The text of a version, if it was ever published. */
export const consentTextOf = (version: string): string | undefined =>
  consentTexts.find((it) => it.version === version)?.text;

/** The place of what tells one page that asks for consent from another. */
export const pageMark = '{{consent page}}';
