import consent from '../../site/consent.json' with { type: 'json' };

/**
 * What visitors agree to, word for word. A link is written `[text](/path)`. A form sends the version that it
 * shows, and `functions/intake/consent.ts` checks it.
 */
export const currentConsent = consent;
