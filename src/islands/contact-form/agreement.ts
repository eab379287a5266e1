import { saveInBrowser } from '../../browser/save-file.ts';
import { contactForm } from '../../copy/contact-form.ts';
import { splitLinks } from '../../shared/inline-links.ts';
import { currentConsent } from '../../shared/consent.ts';

/** The visitor's agreement: the lead's id, and when its arrival was confirmed. */
export interface Agreement {
  reference: string;
  at: string;
}

const words = contactForm.thanks.copy;

/** The visitor's own copy, as plain text. Addresses of links are whole, since the file leaves the site. */
function copyOf({ reference, at }: Agreement, site: string): string {
  const text = splitLinks(currentConsent.text)
    .map((it) => (it.href === undefined ? it.text : `${it.text} (${new URL(it.href, site).href})`))
    .join('');
  const facts = [
    [words.version, currentConsent.version],
    [words.at, at],
    [words.reference, reference],
  ].map((fact) => fact.join(': '));
  return [`${words.heading} (${site})`, '', text, '', ...facts, ''].join('\n');
}

export function saveCopy(agreement: Agreement): void {
  const file = new Blob([copyOf(agreement, location.origin)], { type: 'text/plain' });
  saveInBrowser(file, words.file(currentConsent.version));
}
