import { everyPath } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';

for (const path of everyPath) {
  test(`${path} runs no foreign script and applies no foreign style`, async ({
    page,
    visit,
    complaints,
  }) => {
    await visit(path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await heading.evaluate((it) => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken over"';
      it.append(script);
      const link = document.createElement('a');
      link.setAttribute('onclick', 'document.title = "taken over"');
      it.append(link);
      link.click();
      it.setAttribute('style', 'display: none');
    });
    await expect(page).not.toHaveTitle('taken over');
    await expect(heading).toBeVisible();

    const reports = ['script-src-elem', 'script-src-attr', 'style-src-attr'];
    await expect
      .poll(() => complaints.list().flatMap((it) => /policy: (\S+)/.exec(it)?.[1] ?? []))
      .toEqual(reports);
    // Every other test relies on these reports arriving.
    complaints.excuseError('Content Security Policy');
    complaints.excuseError('policy: ');
  });
}

test('nothing on a page can reach another site', async ({ page, visit, complaints }) => {
  await visit('/contact');
  const reached = await page.evaluate(() =>
    fetch('https://elsewhere.example/', { mode: 'no-cors' }).then(
      () => true,
      () => false,
    ),
  );
  expect(reached).toBe(false);
  await expect.poll(() => complaints.list().join()).toContain('policy: connect-src');
  complaints.excuseError('Content Security Policy');
  complaints.excuseError('policy: ');
  complaints.excuseError('elsewhere.example');
});
