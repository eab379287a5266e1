/** What visitors have set, and what they write, in Firefox and WebKit. */
import { everyPath } from '../support/pages/routes.ts';
import { viewOf } from '../support/pages/inbox-site.ts';
import { whatSticksOut } from '../support/pages/looks.ts';
import { expect, openForm, openTab, signIn, test } from './test.ts';
import { start } from './driver.ts';

const is = (media: string) => matchMedia(media).matches;

/** The colors of what has a color of its own. */
const colors = () =>
  ['body', 'h1', '.button', 'footer'].map((it) => {
    const { color, backgroundColor } = getComputedStyle(
      document.querySelector(it) ?? document.body,
    );
    return `${it}: ${color} on ${backgroundColor}`;
  });

test('with a dark system, no motion and in Firefox text of twice the size, each page fits, keeps its colors and stands still', async ({
  tab,
  engine,
  site,
  width,
}) => {
  await using driver = await start(engine, { eyes: true });
  const wishing = await openTab(driver, site.address, width);
  await wishing.open('/robots.txt');
  const size = () => getComputedStyle(document.documentElement).fontSize;
  if (engine === 'firefox') await wishing.expect('32px', size);
  for (const media of ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'])
    await wishing.expect(true, is, media);
  for (const path of everyPath) {
    await tab.open(path);
    await wishing.open(path);
    expect.soft(await wishing.run(whatSticksOut), path).toEqual([]);
    expect.soft(await wishing.run(colors), path).toEqual(await tab.run(colors));
    const moves = () => [
      getComputedStyle(document.documentElement).scrollBehavior,
      ...document.getAnimations().map((it) => String(it.effect?.getComputedTiming().endTime)),
    ];
    expect.soft(await wishing.run(moves), path).toEqual(['auto']);
  }
});

test('where the system chooses the colors, fields and buttons have edges, and the current page is marked', async ({
  engine,
  site,
  width,
}) => {
  test.skip(engine === 'webkit', 'WebKitGTK has no forced colors.');
  await using driver = await start(engine, { forcedColors: true });
  const tab = await openTab(driver, site.address, width);
  await tab.open('/contact');
  await tab.expect(true, is, '(forced-colors: active)');
  const edges = () =>
    [...document.querySelectorAll('.field, .button')]
      .map((it) => getComputedStyle(it))
      .filter((it) => it.borderStyle === 'none' || it.borderColor === it.backgroundColor).length;
  expect(await tab.run(edges)).toBe(0);
  await tab.expect(
    'underline',
    () =>
      getComputedStyle(document.querySelector('nav [aria-current]') ?? document.body)
        .textDecorationLine,
  );
  expect(await tab.axe()).toEqual([]);
});

test('a password manager finds a user name and a password in one form, as soon as the page is there', async ({
  tab,
}) => {
  await tab.open('/auth');
  await tab.expect(
    [
      ['email', 'username'],
      ['password', 'current-password'],
    ],
    () =>
      [...(document.forms[0]?.elements ?? [])]
        .filter((it) => it instanceof HTMLInputElement)
        .map((it) => [it.type, it.autocomplete]),
  );
});

test('what a browser fills in without a key or a press wakes the form, and is kept', async ({
  tab,
}) => {
  await tab.open('/contact');
  await tab.expect(false, () => document.querySelector('form')?.noValidate);
  await tab.run(() => {
    for (const [name, value] of [
      ['name', 'Ann Lee'],
      ['email', 'ann@example.com'],
    ] as const) {
      const field = document.querySelector<HTMLInputElement>(`[name=${name}]`);
      if (!field) continue;
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
  await tab.expect(true, () => document.querySelector('form')?.noValidate);
  await tab.open('/contact');
  await tab.expect(['Ann Lee', 'ann@example.com'], () =>
    [...document.querySelectorAll<HTMLInputElement>('[name=name], [name=email]')].map(
      (it) => it.value,
    ),
  );
});

test('a name from right to left begins at the right, in the form, the list and the panel', async ({
  tab,
  site,
}) => {
  const name = 'שרה כהן (Cohen)!';
  await openForm(tab);
  await tab.fill(/^Name/, name);
  await tab.expect(true, () => document.querySelector('[name=name]')?.matches(':dir(rtl)'));
  await tab.fill(/^Name/, 'Cohen (שרה)');
  await tab.expect(false, () => document.querySelector('[name=name]')?.matches(':dir(rtl)'));

  const { word } = await site.seed(1, () => ({ name, message: name }));
  await signIn(tab);
  await tab.open(viewOf(word));
  await tab.press('button', name);
  /** Whether its first letter is to the right of its last. */
  const isMirrored = (selector: string) => {
    const text = document
      .createTreeWalker(document.querySelector(selector) ?? document.body, NodeFilter.SHOW_TEXT)
      .nextNode() as Text;
    const [first = 0, last = 0] = [0, text.length - 1].map((at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    });
    return first > last;
  };
  for (const selector of ['button[data-open]', '#opened', '[aria-labelledby=opened-message] p'])
    await tab.expect(true, isMirrored, selector);
});
