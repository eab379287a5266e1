import { expect, test } from '../support/pages/test.ts';

const documents = [
  {
    path: '/privacy-policy',
    topics: [
      /information .*collect/i,
      /use/i,
      /shar/i,
      /reten/i,
      /security/i,
      /rights/i,
      /third-party/i,
      /children/i,
      /contact/i,
    ],
  },
  {
    path: '/terms-of-service',
    topics: [
      /use/i,
      /intellectual property/i,
      /payment/i,
      /lead delivery/i,
      /liability/i,
      /indemnification/i,
      /modification|changes/i,
      /law/i,
    ],
  },
];

for (const { path, topics } of documents) {
  test(`${path} has its ${topics.length} sections in order, each linked from the contents`, async ({
    page,
    visit,
  }) => {
    await visit(path);
    const contents = page.getByRole('navigation', { name: /contents|on this page/i });
    const links = contents.getByRole('link');
    await expect(links).toHaveCount(topics.length);
    for (const [index, topic] of topics.entries()) {
      await expect(links.nth(index)).toHaveText(topic);
      const section = page.locator((await links.nth(index).getAttribute('href')) ?? '');
      const heading = section
        .getByRole('heading', { level: 2 })
        .or(section.locator('xpath=self::h2'));
      await expect(heading).toHaveText(topic);
      await expect(heading).toBeVisible();
    }
    await expect(
      page
        .getByRole('main')
        .getByRole('heading', { level: 2, name: /^(?!contents|on this page)/i }),
    ).toHaveCount(topics.length);
  });
}
