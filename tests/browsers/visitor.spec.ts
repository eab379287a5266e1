/** A visitor's other journeys: the menu, prices, a kept draft, a broken connection, and print. */
import { newEmail } from '../support/pages/contact-form.ts';
import { everyPath } from '../support/pages/routes.ts';
import { Gate } from '../support/servers/network-switch.ts';
import { expect, fillIn, openForm, send, test, thanked, touch, wordsOf } from './test.ts';
import { Tab } from './tab.ts';

const onPhone = (width: number) => width < 800;

/** Where the focus is, and whether it is covered. */
const focused = (tab: Tab) =>
  tab.run(() => {
    const it = document.activeElement;
    const { left = 0, top = 0, width = 0, height = 0 } = it?.getBoundingClientRect() ?? {};
    const isSeen = it?.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    return `${it?.textContent.trim()}${isSeen ? '' : ', covered'}`;
  });

test('the menu opens by key, Tab goes through its links and on, and the focus is never covered', async ({
  tab,
  width,
}) => {
  await tab.open('/services');
  await tab.key('Tab');
  await expect.poll(() => focused(tab)).toBe('Skip to content');
  await tab.key('Tab');
  await expect.poll(() => focused(tab)).toBe('Leadwright');
  if (onPhone(width)) {
    await tab.key('Tab');
    await expect.poll(() => focused(tab)).toBe('Menu');
    await tab.key('Enter');
  }
  for (const link of ['Home', 'About', 'Services', 'Pricing', 'Contact', 'Check Lead Prices']) {
    await tab.key('Tab');
    await expect.poll(() => focused(tab)).toBe(link);
  }
  await tab.key('Tab');
  await tab.expect('MAIN', () => document.activeElement?.closest('header, main')?.tagName);
  await expect.poll(() => focused(tab)).not.toContain('covered');
  if (!onPhone(width)) return;
  await tab.press('button', 'Menu');
  await tab.one('link', 'About', 'header');
  await tab.key('Escape');
  await tab.expect(false, () => document.querySelector('#menu')?.matches(':popover-open'));
  expect(await tab.all('link', 'About', 'header')).toEqual([]);
});

test('a choice shows its price, and the form has it', async ({ tab }) => {
  await tab.open('/pricing');
  await tab.choose('Select Your Industry', 'roofing');
  await tab.reads('$55', '[aria-live]');
  expect(await tab.axe()).toEqual([]);
  await tab.press('link', 'Get My Leads Now', '[aria-live]');
  await tab.at('/contact');
  await touch(tab);
  await tab.expect('roofing', () => document.querySelector('select')?.value);
});

test('words are kept through a page and back, forward and back, and a reload', async ({ tab }) => {
  await openForm(tab);
  await fillIn(tab, wordsOf(newEmail()));
  await tab.press('link', 'Privacy Policy', 'form');
  await tab.at('/privacy-policy');
  for (const [step, then] of [
    ['Back', '/contact'],
    ['Forward', '/privacy-policy'],
    ['Back', '/contact'],
    ['Refresh', '/contact'],
  ] as const) {
    await tab.send(step);
    await tab.at(then);
    if (then === '/contact')
      await tab.expect(['Two crews', 'roofing', true], () => {
        const fields = document.forms[0]?.elements as unknown as Record<string, HTMLInputElement>;
        return [
          fields['message']?.value,
          fields['industry']?.value,
          fields['consent_marketing']?.checked,
        ];
      });
  }
});

test('a request whose line breaks is sent once when it is back', async ({ tab, site }) => {
  await using gate = await Gate.before(new URL(site.address).host);
  const there = new Tab(tab.send, `http://${gate.host}`);
  const email = newEmail();
  await openForm(there);
  await fillIn(there, wordsOf(email));
  await gate.shut();
  await send(there);
  await there.reads('Submission Failed', '.toast');
  expect(await there.axe()).toEqual([]);
  expect(await site.store.idsOf(email, 5)).toEqual([]);
  await gate.open();
  await send(there);
  await thanked(there);
  expect(await site.store.idsOf(email, 5)).toHaveLength(1);
});

test('paper has the answers, and neither bar nor footer', async ({ tab }) => {
  const hidden = () =>
    ['header', 'footer', 'details p'].map(
      (it) => `${it} ${document.querySelector(it)?.checkVisibility() ? 'shown' : 'hidden'}`,
    );
  /** Neither browser's driver can emulate paper, so its rules apply to the screen. */
  const printed = () =>
    [...document.styleSheets]
      .flatMap((it) => [...it.cssRules])
      .flatMap((it) => [it, ...('cssRules' in it ? (it as CSSGroupingRule).cssRules : [])])
      .filter((it) => it instanceof CSSMediaRule && it.media.mediaText === 'print')
      .map((it) => ((it as CSSMediaRule).media.mediaText = 'all')).length;
  await tab.open('/contact');
  await tab.expect(['header shown', 'footer shown', 'details p hidden'], hidden);
  expect(await tab.run(printed)).toBeGreaterThan(0);
  await tab.expect(['header hidden', 'footer hidden', 'details p shown'], hidden);
});

test('axe-core finds no fault on any page', async ({ tab }) => {
  for (const path of everyPath) {
    await tab.open(path);
    expect(await tab.axe(), path).toEqual([]);
  }
  await tab.run(() => document.querySelector('main')?.append(document.createElement('button')));
  expect(await tab.axe(), 'a planted button').toEqual([expect.stringMatching('^button-name')]);
});
