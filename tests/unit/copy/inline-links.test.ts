import { expect, test } from 'vitest';
import { splitLinks } from '../../../src/copy/inline-links.ts';

test.each([
  ['', []],
  ['No link at all.', [{ text: 'No link at all.' }]],
  ['[Terms](/terms)', [{ text: 'Terms', href: '/terms' }]],
  [
    'Read the [Terms of Service](/terms-of-service) first.',
    [
      { text: 'Read the ' },
      { text: 'Terms of Service', href: '/terms-of-service' },
      { text: ' first.' },
    ],
  ],
  [
    '[a](/a)[b](/b) or [c](mailto:c@example.com)',
    [
      { text: 'a', href: '/a' },
      { text: 'b', href: '/b' },
      { text: ' or ' },
      { text: 'c', href: 'mailto:c@example.com' },
    ],
  ],
  ['🌳 [دليل](/guide)', [{ text: '🌳 ' }, { text: 'دليل', href: '/guide' }]],
])('splitLinks splits %j at its links', (text, parts) => {
  expect(splitLinks(text)).toEqual(parts);
});

test.each([
  'A price (in dollars) [sic] stays.',
  '[half a link](/terms',
  '[no address]()',
  '[](/no-words)',
  '[a gap] (/terms)',
  '[an address with a gap](/a b)',
])('splitLinks leaves %j as it is', (text) => {
  expect(splitLinks(text)).toEqual([{ text }]);
});
