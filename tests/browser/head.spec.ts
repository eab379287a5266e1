import { company } from '../../src/copy/company.ts';
import { readHead, type Head } from '../support/pages/head.ts';
import { everyPath, publicPaths } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';

for (const path of everyPath) {
  const isPublic = publicPaths.some((it) => it === path);
  const rest = isPublic
    ? 'gives search engines and shared links its address'
    : 'asks search engines not to index it';
  test(`${path} has one h1, a title and a description, and ${rest}`, async ({ page, visit }) => {
    await visit(path);
    const head = await readHead(page);
    const { headings, title, meta, links } = head;
    expect(headings).toHaveLength(1);
    expect(headings[0]).not.toBe('');
    expect(title).not.toBe('');
    expect(title.length).toBeLessThanOrEqual(70);
    expect(meta['description']).toHaveLength(1);
    expect(meta['description']?.[0]).toBeTruthy();
    if (isPublic) expectShareable(path, head);
    else {
      expect(meta['robots']?.join()).toContain('noindex');
      expect(links['canonical'] ?? []).toEqual([]);
    }
  });
}

function expectShareable(path: string, { meta, links, structured }: Head) {
  const canonical = new URL(links['canonical']?.[0] ?? '');
  expect(links['canonical']).toHaveLength(1);
  expect(canonical.pathname).toBe(path);
  expect(meta['robots'] ?? []).toEqual([]);

  expect(meta['og:url']).toEqual([canonical.href]);
  expect(meta['description']?.[0]?.length).toBeGreaterThan(50);
  expect(meta['og:type']).toHaveLength(1);
  expect(meta['og:site_name']).toHaveLength(1);
  expect(meta['og:title']?.[0]).toBeTruthy();
  expect(meta['og:description']).toEqual(meta['description']);
  expect(meta['og:image:alt']?.[0]).toBeTruthy();
  expect(new URL(meta['og:image']?.[0] ?? '').origin).toBe(canonical.origin);
  expect(meta['twitter:card']).toEqual(['summary_large_image']);

  const types = structured.map((it) => it['@type']);
  expect(types.includes('BreadcrumbList')).toBe(path !== '/');
  expect(JSON.stringify(structured)).not.toContain('AggregateRating');
}

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

test('the structured data of the contact page has the four questions and answers', async ({
  page,
  visit,
}) => {
  await visit('/contact');
  const { structured } = await readHead(page);
  const faq = structured.find((it) => it['@type'] === 'FAQPage');
  expect(faq?.['mainEntity']).toHaveLength(4);
  for (const entry of faq?.['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[]) {
    await expect(page.getByText(entry.name, { exact: true }).first()).toBeVisible();
    expect(entry.acceptedAnswer.text.length).toBeGreaterThan(20);
  }
});
