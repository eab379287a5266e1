import { describe, expect, test } from 'vitest';
import { fastest, reasonsFor, type Suspect } from '../../../../functions/intake/spam/rules.ts';
import { filledIn } from '../../../support/builders/filled-in.ts';

const reasons = (different: Partial<Suspect>) => reasonsFor({ ...filledIn, ...different });

test('an ordinary lead breaks no spam rule', () => {
  expect(reasons({})).toEqual([]);
});

test('a spam lead gets all its reasons, in the order in which admins read them', () => {
  const suspect = {
    ...filledIn,
    website: 'x',
    open_ms: 3,
    name: 'Win https://bit.ly/x1',
    message: '[url=https://a.example/b][/url]',
  };
  expect(reasonsFor(suspect, true)).toEqual([
    'honeypot',
    'too_fast',
    'link_in_name',
    'markup',
    'mostly_links',
    'hidden_link',
    'same_text',
  ]);
});

describe('the time that a form was open', () => {
  test.each([
    [0, true],
    [fastest - 1, true],
    [fastest, false],
    [undefined, false],
  ])('is %j ms: held is %j', (open_ms, held) => {
    expect(reasons({ open_ms })).toEqual(held ? ['too_fast'] : []);
  });
});

describe('a link in a name', () => {
  test.each([
    { name: 'Sam http://win.example' },
    { name: 'HTTPS://WIN.EXAMPLE/X' },
    { name: 'Sam www.win.example/now' },
    { name: 't.me/winner' },
    { company: 'Play https://win.example' },
    { company: 'www.win.example/now' },
  ])('holds: %j', (it) => {
    expect(reasons(it)).toEqual(['link_in_name']);
  });

  test.each([
    { name: 'Greg St.John' },
    { name: 'J.R. Smith, M.D.' },
    { name: 'dana@example.com' },
    { name: 'A.Dana/B.Roe' },
    { name: 'www.roeroofing.example', company: 'Roe Roofing' },
    { name: 'roe.example', email: 'dana@roe.example' },
    { company: 'Roofing.com' },
    { company: 'www.roeroofing.example' },
    { company: 'Roe Roofing (https://roe-roofing.example/)' },
    { company: 'Angi.com Leads', email: 'sue@angi.com' },
    { company: 'HoustonPlumbers.com LLC' },
    { company: 'Rover.com, Inc.' },
    { company: 'Bayou City Services (bcs-tx.com)' },
    { company: 'Bayou City Services (https://bcs-tx.com)' },
    { company: 'S.A.Co Roofing' },
    { name: 'Juan.De la Cruz' },
    { name: 'Sam www.win.example' },
    { company: 'T.ly Plumbing' },
  ])('doesn’t hold: %j', (it) => {
    expect(reasons(it)).toEqual([]);
  });
});

describe('a message', () => {
  test.each([
    'https://roeroofing.example/roof-repair?city=katy',
    'www.some-site.example',
    'our site https://some-site.example/gallery',
    'https://some-site.example/index.html',
    'https://some-site.example/?utm_source=gmb&gclid=1',
    'https://mailroofers.example/prices',
    'https://rrr-houston.example/prices',
    'https://röeroofing.example/preise',
  ])(
    'with one link to the visitor’s own site, or to no particular page, isn’t held: %s',
    (message) => {
      const company = 'R. Roe Roofing';
      expect(reasons({ message, company, email: 'mailroofers@example.com' })).toEqual([]);
    },
  );

  test.each([
    ['https://win.example/x', 'mostly_links'],
    ['see https://win.example/?a=1', 'mostly_links'],
    [
      'http://a.example/1 and then also http://b.example/2 or even http://c.example/3',
      'mostly_links',
    ],
    ['Have a look at what they say about you and your company here: bit.ly/3abc', 'hidden_link'],
    ['Please renew your domain before it is too late at http://203.0.113.9/now', 'hidden_link'],
    ['Good day <a href="https://win.example">click</a>', 'markup'],
    ['Good day [URL=https://win.example]click[/URL]', 'markup'],
  ])('is held: %s', (message, reason) => {
    expect(reasons({ message })).toContain(reason);
  });

  test.each([
    'https://roeroofing.example/gallery',
    'https://some-site.example',
    'https://www.facebook.com/profile.php?id=100',
    'Our work is at https://photos.example/roe/kitchens and you may use it.',
    'roe-roofing.example/a roe-roofing.example/b roe-roofing.example/c roe-roofing.example/d',
    'We work <a lot> in Katy [and Cypress], 8 a.m./p.m., e.g. roofs/gutters.',
    'Zip codes:77001/77002/77003',
  ])('isn’t held: %s', (message) => {
    expect(reasons({ message })).toEqual([]);
  });
});

test.each([
  ['HgTyRfDeSwAq', 'kLmPqRsTvWxZ', true],
  ['HgTyRfDeSwAq', 'Roe Roofing', false],
  ['McDonaldson', 'LawnProHVAC', false],
  ['BILLHUTCHINS', 'HUTCHINSTREES', false],
])('random letters: %s of %s', (name, company, held) => {
  expect(reasons({ name, company })).toEqual(held ? ['random_letters'] : []);
});
