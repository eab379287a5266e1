import { expect, test } from 'vitest';
import { industrySchema } from '../../../src/content/industry-schema.ts';

const lead = {
  service: 'A wall',
  name: 'Pat Sample',
  phone: '(713) 555-0100',
  email: 'pat@example.com',
  location: 'Katy, TX',
  budget: '$900',
  timeline: 'ASAP',
  description: 'It leans.',
};
const step = { title: 'Targeted ads', text: 'We advertise.' };
const masonry = {
  name: 'Masonry',
  colors: {
    primary: '#f2a65a',
    primaryLight: '#fbe6d0',
    primaryDark: '#6b2d12',
    accent: '#1c4a86',
  },
  hero: { headline: 'Pay Per Lead For Masonry', subheadline: 'Walls.', description: 'Bricks.' },
  howItWorks: { step1: step, step2: step, step3: step },
  benefits: { title: 'Why', items: ['One', 'Two', 'Three'] },
  demoLeads: [lead, lead],
};

/** The refusals, as `field: message`. */
function refusals(change: object): string[] {
  const { error } = industrySchema.safeParse({ ...masonry, ...change });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test('the build accepts a good file and trims its text', () => {
  expect(industrySchema.parse({ ...masonry, name: ' Masonry\n' })).toEqual(masonry);
});

test.each([
  ['', { seoTitle: 'Masonry' }],
  ['hero', { hero: { ...masonry.hero, image: 'wall.jpg' } }],
  ['colors', { colors: { ...masonry.colors, secondary: '#000' } }],
  ['howItWorks', { howItWorks: { ...masonry.howItWorks, step4: step } }],
  ['howItWorks.step1', { howItWorks: { ...masonry.howItWorks, step1: { ...step, icon: 'x' } } }],
  ['benefits', { benefits: { ...masonry.benefits, intro: 'x' } }],
])('the build refuses an unknown field in "%s"', (field, change) => {
  expect(refusals(change)).toEqual([expect.stringContaining(`${field}: Unrecognized key`)]);
});

test.each(Object.keys(masonry))('the build refuses a file without %s', (field) => {
  expect(refusals({ [field]: undefined }).join()).toContain(field);
});

const long = 'x'.repeat(400);
test.each([
  ['name', { name: long }],
  ['hero.description', { hero: { ...masonry.hero, description: long } }],
  [
    'howItWorks.step3.text',
    { howItWorks: { ...masonry.howItWorks, step3: { ...step, text: long } } },
  ],
  ['benefits.items.1', { benefits: { ...masonry.benefits, items: ['One', long, 'Three'] } }],
])('the build refuses a %s that is too long', (field, change) => {
  expect(refusals(change)).toEqual([expect.stringContaining(`${field}: has more than`)]);
});

test('the build refuses text that is empty, missing or not a string', () => {
  expect(refusals({ name: '  ' })).toEqual(['name: is empty']);
  expect(refusals({ name: undefined })).toEqual(['name: is missing or not text']);
  expect(refusals({ name: ['Masonry'] })).toEqual(['name: is missing or not text']);
});

test.each([2, 9])('the build refuses %d benefits', (count) => {
  const items = Array.from({ length: count }, () => 'One');
  expect(refusals({ benefits: { ...masonry.benefits, items } })).toEqual([
    expect.stringContaining('benefits.items: Too'),
  ]);
});

const withColor = (change: object) => refusals({ colors: { ...masonry.colors, ...change } });

test.each(['red', '#12345', '#1f5c35cc', 'var(--ink)', '#fff;}body{display:none'])(
  'the build refuses %o as a color',
  (primary) => {
    expect(withColor({ primary })).toEqual(['colors.primary: is not a color like #1f5c35']);
  },
);

test('the build explains that YAML reads an unquoted color as a comment', () => {
  expect(withColor({ primary: null })).toEqual([
    expect.stringContaining('colors.primary: is not a color in quotes'),
  ]);
});

test.each([
  ['primary', '#4d4d4d', ['ink']],
  ['primaryLight', '#777777', ['ink', 'primaryDark']],
  ['primaryDark', '#888888', ['ground', 'ticket', 'primaryLight']],
  ['accent', '#999999', ['ground', 'ticket']],
] as const)(
  'the build refuses %s %s, which would be unreadable with %o',
  (field, value, others) => {
    const all = withColor({ [field]: value }).join('\n');
    expect(all).toContain(`colors.${field}: ${value} is too close to ${others[0]} (`);
    for (const other of others) expect(all).toContain(other);
  },
);
