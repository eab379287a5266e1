import { company } from '../../src/copy/company.ts';
import { readHead } from '../support/pages/head.ts';
import { publicPaths } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';

test('no two pages share a title, a description or an address', async ({ page, visit }) => {
  const heads = [];
  for (const path of publicPaths) {
    await visit(path);
    const { title, meta, links } = await readHead(page);
    heads.push([title, meta['description']?.[0], meta['og:title']?.[0], links['canonical']?.[0]]);
  }
  for (const field of [0, 1, 2, 3])
    expect(new Set(heads.map((it) => it[field])).size).toBe(publicPaths.length);
});

test('the structured data of the home page names the company and its city', async ({
  page,
  visit,
}) => {
  await visit('/');
  const { structured } = await readHead(page);
  const organization = structured.find((it) => it['@type'] === 'Organization');
  expect(organization).toMatchObject({
    name: company.name,
    address: { addressLocality: company.city, addressRegion: company.region },
  });
});

interface Answered {
  name: string;
  acceptedAnswer: { text: string };
}

test('the structured data of the contact page has the four questions and answers', async ({
  page,
  visit,
}) => {
  await visit('/contact');
  const { structured } = await readHead(page);
  const faq = structured.find((it) => it['@type'] === 'FAQPage');
  expect(faq?.['mainEntity']).toHaveLength(4);
  for (const entry of (faq?.['mainEntity'] ?? []) as Answered[]) {
    await expect(page.getByText(entry.name, { exact: true }).first()).toBeVisible();
    expect(entry.acceptedAnswer.text.length).toBeGreaterThan(20);
  }
});
