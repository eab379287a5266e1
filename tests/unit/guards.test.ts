import { describe, expect, test } from 'vitest';
import { againstTheArrow } from '../support/guards/arrow.ts';
import { focusedOrSkipped } from '../support/guards/focus.ts';
import { tooLong } from '../support/guards/size.ts';
import { trackedSources } from '../support/guards/tracked.ts';

describe('the repository', () => {
  test('imports in the direction of the arrow', () => {
    const sources = trackedSources(/^(src|functions|netlify)\/.*\.(ts|tsx|mjs|astro)$/);
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.flatMap(againstTheArrow)).toEqual([]);
  });

  test('runs every test that it has', () => {
    const sources = trackedSources(/^tests\/.*\.ts$/);
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.flatMap(focusedOrSkipped)).toEqual([]);
  });

  test('has no file over 250 lines that does not say why', () => {
    const sources = trackedSources(/\.(ts|tsx|mjs|astro|css)$/);
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.flatMap(tooLong)).toEqual([]);
  });
});

describe('the arrow', () => {
  test.each([
    ['src/shared/contact.ts', `import { z } from 'zod';`],
    ['src/shared/contact.ts', `import { usd } from './pricing.ts';`],
    ['src/islands/form/store.ts', `import { contact } from '../../shared/contact.ts';`],
    ['src/pages/index.astro', `---\nimport Site from '../layouts/Site.astro';\n---\n<p>text</p>`],
    ['functions/submit.ts', `import { contact } from '../src/shared/contact.ts';`],
    ['functions/live.ts', `import { getApps } from 'firebase-admin/app';`],
    ['netlify/functions/submit.ts', `import type { Config } from '@netlify/functions';`],
    ['netlify/functions/submit.ts', `import { live } from '../../functions/live.ts';`],
    ['scripts/start.ts', `import { live } from '../functions/live.ts';`],
  ])('lets %s say %s', (path, text) => {
    expect(againstTheArrow({ path, text })).toEqual([]);
  });

  test.each([
    ['src/shared/contact.ts', `import { company } from '../copy/company.ts';`],
    ['src/shared/contact.ts', `import { atom } from 'nanostores';`],
    ['src/shared/contact.ts', `import { readFile } from 'node:fs/promises';`],
    ['src/islands/form/store.ts', `import type { Deps } from '../../../functions/deps.ts';`],
    ['src/islands/form/store.ts', `const it = await import('../../../functions/deps.ts');`],
    ['src/islands/form/store.ts', `export * from '/functions/deps.ts';`],
    ['src/copy/a.ts', `import door from '../../netlify/functions/submit.ts';`],
    ['src/pages/a.astro', `---\nimport { env } from '../../functions/env.ts';\n---\n<p></p>`],
    ['src/pages/a.astro', `<p></p>\n<script>\nimport '../../functions/env.ts';\n</script>`],
    ['functions/submit.ts', `import { company } from '../src/copy/company.ts';`],
    ['functions/submit.ts', `import door from '../netlify/functions/submit.ts';`],
    ['netlify/functions/submit.ts', `import { z } from 'zod';`],
    ['netlify/functions/submit.ts', `import { api } from '../../src/shared/api.ts';`],
  ])('stops %s at %s', (path, text) => {
    expect(againstTheArrow({ path, text })).toHaveLength(1);
  });
});

describe('the watch over tests', () => {
  test.each([
    `test.only('a', () => {});`,
    `test.skip('a', () => {});`,
    `describe.skip('a', () => {});`,
    `test.describe.only('a', () => {});`,
    `test.skip.each([1])('a', () => {});`,
    `test.each([1]).skip('a', () => {});`,
    `test.fixme('a', async () => {});`,
    `it.todo('a');`,
    `xit('a', () => {});`,
    `fit('a', () => {});`,
  ])('sees %s', (text) => {
    expect(focusedOrSkipped({ path: 'a.test.ts', text })).toHaveLength(1);
  });

  test.each([
    `test('says that .only is banned', () => { expect('test.only').toBeTruthy(); });`,
    `// test.skip would hide it`,
    `pages.skip(3).only();`,
    `const fit = (a: number) => a;`,
    `test.describe('a', () => {});`,
    `describe.skipIf(!emulator)('a', () => {});`,
  ])('lets pass %s', (text) => {
    expect(focusedOrSkipped({ path: 'a.test.ts', text })).toEqual([]);
  });
});

describe('the limit of 250 lines', () => {
  const file = (first: string) => ({ path: 'a.ts', text: `${first}\n${'x\n'.repeat(300)}` });

  test('stops line 251', () => {
    expect(tooLong({ path: 'a.ts', text: 'x\n'.repeat(250) })).toEqual([]);
    expect(tooLong({ path: 'a.ts', text: 'x\n'.repeat(251) })).toEqual(['a.ts has 251 lines']);
  });

  test('accepts a reason on the first lines, and no empty one', () => {
    expect(tooLong(file('// Over 250 lines because the table is one.'))).toEqual([]);
    expect(tooLong(file('// Over 250 lines because'))).toHaveLength(1);
  });
});
