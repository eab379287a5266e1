import consent from '../../site/consent.json' with { type: 'json' };

/**
 * The text that visitors agree to, word for word. Links are written `[text](/path)`. A form sends the
 * version that it shows, and `functions/intake/consent.ts` checks it.
 */
export const currentConsent = consent;
