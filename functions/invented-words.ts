import { forFields, type FormField } from '../src/shared/fields.ts';
import { otherIndustry } from '../src/shared/pricing.ts';

/** Words for a lead that nobody sent. They say so to anybody who reads them: "TEST, not a lead". */
export const inventedWords = (what: string) => forFields((field) => wordsIn(field, what));

function wordsIn({ name, label, kind }: FormField, what: string): string {
  switch (kind) {
    case 'line':
      return `${what}, not a ${name === 'name' ? 'lead' : label.toLowerCase()}`;
    case 'email':
      return `${what.toLowerCase()}@example.com`;
    case 'phone':
      return '(713) 555-0100';
    case 'choice':
      return otherIndustry.value;
    case 'text':
    case 'consent':
      return '';
  }
}
