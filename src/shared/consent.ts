import consent from '../../site/consent.json' with { type: 'json' };

/** What visitors agree to, word for word. A link is written `[text](/path)`. */
export const currentConsent = consent;

/** The build puts the mark of the page here, which tells pages that ask for consent apart. */
export const pageMark = '{{consent page}}';
