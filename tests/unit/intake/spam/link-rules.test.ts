import { describe, expect, test } from 'vitest';
import { reasonsFor, type Suspect } from '../../../../functions/intake/spam/rules.ts';
import { filledIn } from '../../../support/builders/filled-in.ts';

const reasons = (different: Partial<Suspect>) => reasonsFor({ ...filledIn, ...different });

describe('a link in a name', () => {
  test.each([
    { name: 'Sam http://win.example' },
    { name: 'Sam www.win.example/now' },
    { name: 'www.roeroofing.example/now', company: 'Roe Roofing' },
    { name: 'Sam https://roeroofing.example', company: 'Roe Roofing' },
    { name: 'https://roe.example https://win.example', email: 'dana@roe.example' },
    { name: 'https://win.example https://roe.example', email: 'dana@roe.example' },
    { company: 'Play https://win.example' },
    { company: 'https://roe.example https://win.example Roe', email: 'dana@roe.example' },
  ])('holds the lead: %j', (name) => {
    expect(reasons(name)).toEqual(['link_in_name']);
  });

  test.each([
    { name: 'Greg St.John' },
    { name: 'J.R. Smith, M.D.' },
    { name: 'A.Dana/B.Roe' },
    { name: 'www.roeroofing.example', company: 'Roe Roofing' },
    { name: 'roe.example', email: 'dana@roe.example' },
    { name: 'https://roeroofing.example', company: 'Roe Roofing' },
    { company: 'Roofing.com' },
    { company: ' https://win.example ' },
    { company: 'Roe https://roe.example/win', email: 'dana@roe.example' },
    { company: 'Roe Roofing (https://roe-roofing.example/)' },
    { company: 'Angi.com Leads', email: 'sue@angi.com' },
    { company: 'Rover.com, Inc.' },
    { company: 'Bayou City Services (https://bcs-tx.com)' },
    { company: 'S.A.Co Roofing' },
    { name: 'Sam www.win.example' },
  ])('does not hold the lead: %j', (name) => {
    expect(reasons(name)).toEqual([]);
  });
});

describe('a message', () => {
  test.each([
    'https://roeroofing.example/roof-repair?city=katy',
    'www.some-site.example',
    'our site https://some-site.example/gallery',
    'https://some-site.example/?utm_source=gmb&gclid=1',
    'https://mailroofers.example/prices',
    'https://röeroofing.example/preise',
    'roe.example/faq!?',
    'roe.example/about-us/ roe.example/es/ roe.example/Index.HTM roe.example/contact-us.aspx',
    'roe.example/?gbraid=1&wbraid=1&gad_source=1&fbclid=1&msclkid=1&srsltid=1',
    'goo.gl/x business.facebook.com/x',
  ])(
    'is not held if its one link is to the visitor’s own site, or to no particular page: %s',
    (message) => {
      const company = 'R. Roe Roofing';
      expect(reasons({ message, company, email: 'mailroofers@example.com' })).toEqual([]);
    },
  );

  test.each([
    'roe-roofing.example/a roe-roofing.example/b roe-roofing.example/c roe-roofing.example/d',
    'We work <a lot> in Katy [and Cypress], 8 a.m./p.m., e.g. roofs/gutters.',
    'dana@win.example/x St.John/x win.community/x https:// https://[win',
  ])('is not held: %s', (message) => {
    expect(reasons({ message })).toEqual([]);
  });
});

describe('a hidden link', () => {
  const inText = (address: string) => `Have a look at what people say of you here: ${address}`;

  test.each([
    ...['bit.ly', 'tinyurl.com', 'cutt.ly', 'is.gd', 'rb.gy', 'ow.ly', 't.ly', 'shorturl.at'],
    ...['rebrand.ly', 'v.gd', 'clck.ru', 'tiny.cc'],
  ])('is found if it uses %s', (host) => {
    expect(reasons({ message: inText(`https://${host}/a1`) })).toEqual(['hidden_link']);
  });

  test.each([
    'http://203.0.113.9',
    'http://3405803785',
    'https://xn--80ak6aa92e.example',
    'https://www.shop.xn--80ak6aa92e.com',
    'https://аррӏе.example',
  ])('is found if it leads to %s', (address) => {
    expect(reasons({ message: inText(address) })).toEqual(['hidden_link']);
  });

  test.each([
    'https://rabbit.ly/a1',
    'https://bit.ly.example/a1',
    'https://9.roe.example/a1',
    'https://roe9.example',
    'https://a-xn--b.example',
  ])('does not include %s', (address) => {
    expect(reasons({ message: inText(address) })).toEqual([]);
  });

  test.each(['name', 'company'])('is also found in the %s', (field) => {
    expect(reasons({ [field]: 'Roe https://bit.ly/a1' })).toContain('hidden_link');
  });

  test('allows a link to the visitor’s own site with accents in its name', () => {
    const suspect = { company: 'Ünal', message: inText('https://ünal.example') };
    expect(reasons(suspect)).toEqual([]);
  });
});

describe('the rule against messages that are mostly links', () => {
  const page = (i: number) => `https://site${i}.example/x`;

  test.each([
    page(1),
    `see ${page(1)}`,
    'HTTP://WWW.Win.Example/x.',
    '我们的网站win.example/x',
    'win.example?a=1',
    'win.example/aboutx',
    'win.example//',
    'win.example/?utm_source=gmb&a=1',
    'win.example/?gclidx=1',
    'win.example/?autm_source=1',
    'myfacebook.com/x',
    'facebook.com.win.example/x',
    'goo.gl.win.example/x',
    `we are here: ${page(1)} ${page(2)}`,
    `${page(1)} is a page, and so is ${page(2)}, and ${page(3)} is one as well, as you can see`,
  ])('holds the lead: %s', (message) => {
    expect(reasons({ message })).toEqual(['mostly_links']);
  });

  test.each([
    `please see: page 4 at ${page(1)}`,
    `we are here now: ${page(1)} ${page(2)} 5`,
    'https://site1.example https://site2.example https://site3.example',
    'https://maps.app.goo.gl/x https://g.page/x https://x.com/x',
    '',
  ])('lets pass: %s', (message) => {
    expect(reasons({ message, email: 'dana@dana.example' })).toEqual([]);
  });

  test.each([
    ['dana@roe.example', 'shop.roe.example', true],
    ['odd@name@ROE.example', 'roe.example.', true],
    ['dana@roe.example', 'myroe.example', false],
    ['dana@mail.roe.example', 'roe.example', false],
  ])('accepts a link to the site of the sender’s address %s, %s: %j', (email, host, isExcused) => {
    const message = `https://${host}/x`;
    expect(reasons({ message, email, company: 'X' })).toEqual(isExcused ? [] : ['mostly_links']);
  });

  test.each([
    ['T&S Plumbing', 'tsplumbing.com', true],
    [' Bayou – City & Services', 'bcs-tx.com', true],
    ['Ünal Söhne', 'unal.example', true],
    ['Mr. Roof', 'roof-katy.example', true],
    ['Roe Oak LLC', 'roe.oak.example', true],
    ['Roe Oak', 'roe.example', false],
    ['example', 'win.example', false],
    ['Bayou City Services', 'win-bcs.example', false],
    ['Bayou City', 'bc-win.example', false],
    [' & ', 'win.example', false],
    ['\u0301'.repeat(4), 'win.example', false],
  ])(
    'accepts a link to a site with the name of the company %s, %s: %j',
    (company, host, isExcused) => {
      const message = `https://${host}/x`;
      expect(reasons({ message, company })).toEqual(isExcused ? [] : ['mostly_links']);
    },
  );

  test('does not accept a link to a site that is named like a mail provider', () => {
    const message = 'https://example-mail.example/x';
    expect(reasons({ message, email: 'dana@example.com' })).toEqual(['mostly_links']);
    expect(reasons({ message, email: 'example.mail@x.com' })).toEqual([]);
  });

  test('passes a form without a message', () => {
    expect(reasons({ message: null })).toEqual([]);
  });
});
