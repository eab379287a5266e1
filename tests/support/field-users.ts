/** All modules that an added field or trade must reach. A test loads it from a copy of the project. */
export { originOf } from '../../src/shared/attribution.ts';
export { pricedIndustries } from '../../src/shared/pricing.ts';
export { inBraces } from '../../src/copy/legal.ts';
export { pages } from '../../src/copy/pages.ts';
export { default as ContactForm } from '../../src/islands/contact-form/ContactForm.tsx';
export { FieldFacts } from '../../src/islands/inbox/panel/Facts.tsx';
export { default as PriceChecker } from '../../src/islands/price-checker/PriceChecker.tsx';
export { nameOf } from '../../src/islands/report/columns.ts';
export { asText } from '../../src/islands/staff/format.ts';
export { messageOf } from '../../functions/delivery/webhook/message.ts';
export { csvHead, csvRow } from '../../functions/inbox/submissions-csv.ts';
export { submitContact } from '../../functions/intake/submit-contact.ts';
export { countMonth, reportOf } from '../../functions/store/figures.ts';
export { fields, filledIn } from './builders/filled-in.ts';
export { postForm } from './builders/requests.ts';
export { formWorld } from './worlds/form-world.ts';
export { aWorld } from './worlds/world.ts';
