import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refuseListedPrice, slugOf, takenPaths } from '../../../src/content/industry-files.ts';

test.each(['tree-service.yaml', 'pool.yml', 'web3.json'])('%s becomes a page', (file) => {
  expect(slugOf(file)).toBe(file.split('.')[0]);
});

test.each([
  'Tree-Service.yaml',
  'tree_service.yaml',
  'tree service.yaml',
  'tree--service.yaml',
  '-tree.yaml',
  'tree-.yaml',
  'tree.service.yaml',
  'árbol.yaml',
])('the build refuses %s, which is not a valid path', (file) => {
  expect(() => slugOf(file)).toThrow(
    `src/content/industries/${file}: its name becomes the path of its page, and a path is lowercase words`,
  );
});

test('the build refuses a name of more than 60 characters', () => {
  expect(slugOf(`${'x'.repeat(60)}.yaml`)).toHaveLength(60);
  expect(() => slugOf(`${'x'.repeat(61)}.yaml`)).toThrow('at most 60 characters; this one has 61');
});

test('the build refuses a file with another extension', () => {
  expect(() => slugOf('masonry.md')).toThrow('masonry.md: its name must end in .yaml');
});

test.each(takenPaths)("the build refuses /%s, which is one of the site's own pages", (path) => {
  expect(() => slugOf(`${path}.yaml`)).toThrow(`/${path} is one of the site's own pages`);
});

test('the list of taken paths has every page of the site', () => {
  const pages = readdirSync('src/pages').filter((file) => /^[\w-]+\.astro$/.test(file));
  expect(pages).not.toHaveLength(0);
  expect(takenPaths).toEqual(
    expect.arrayContaining(pages.map((file) => file.replace('.astro', ''))),
  );
});

test('the build refuses a price for an industry that is on the price list', () => {
  expect(() => {
    refuseListedPrice('tree-service.yaml', { pricePerLead: 50 });
  }).toThrow('tree-service.yaml: pricePerLead: tree-service is on the price list');
  expect(() => {
    refuseListedPrice('tree-service.yaml', { pricePerLead: 'tree-service' });
    refuseListedPrice('masonry.yaml', { pricePerLead: 50 });
  }).not.toThrow();
});
