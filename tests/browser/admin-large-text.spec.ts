/** The inbox fits on a phone, also with text that is twice as large. */
import { leads } from '../support/pages/fake-inbox.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { expect, test } from '../support/pages/stubbed-inbox.ts';
import { setTextSize } from '../support/pages/text-size.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test('a lead can be found, read and closed with text at 200 %', async ({ page, enterStubbed }) => {
  await enterStubbed(leads(50));
  const row = page.locator('tbody tr[data-id]').first();
  await expect(row).toBeVisible();
  await setTextSize(page, '200%');
  expect(await sidewaysScroll(page)).toEqual([]);

  const cells = row.locator(':is(th, td):visible');
  await expect(cells).toHaveCount(5);
  for (const it of await cells.all())
    expect((await it.boundingBox())?.width, await it.innerText()).toBeGreaterThan(200);

  await row.getByRole('button').tap();
  const panel = page.getByRole('dialog');
  expect((await panel.getByRole('heading').first().boundingBox())?.width).toBeGreaterThan(200);
  await expect(panel.getByRole('link', { name: /^Call/ })).toBeInViewport({ ratio: 1 });
  const fits = await panel.evaluate((it) => it.scrollWidth === it.clientWidth);
  expect(fits, 'the panel fits its window').toBe(true);
});

test('nothing sticks out of a window of 320 px, not even the button of a toast', async ({
  page,
  enterStubbed,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await enterStubbed(leads(60));
  await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible();
  await setTextSize(page, '200%');
  expect(await sidewaysScroll(page)).toEqual([]);

  await page.locator('tbody tr[data-id]').first().getByRole('button').tap();
  await page.getByRole('button', { name: 'Resend' }).tap();
  const toast = page.locator('.toast');
  await expect(toast).toContainText('Successfully sent to webhook');
  await expect(toast.getByRole('button', { name: 'Dismiss' })).toBeInViewport({ ratio: 1 });
});

test('the field for the search has room on a phone for its whole hint', async ({
  page,
  enterStubbed,
}) => {
  await enterStubbed(leads(1));
  const { room, needed } = await page.getByRole('searchbox').evaluate((it: HTMLInputElement) => {
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(it);
    const { fontSize, fontFamily } = getComputedStyle(it, '::placeholder');
    const canvas = document.createElement('canvas').getContext('2d');
    if (canvas) canvas.font = `${fontSize} ${fontFamily}`;
    return {
      room: it.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd),
      needed: canvas?.measureText(it.placeholder).width,
    };
  });
  expect(needed).toBeLessThanOrEqual(room);
});
