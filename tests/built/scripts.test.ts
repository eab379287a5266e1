import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const folder = 'dist/_astro';

/** Each further file is one more request between a visitor's touch and the form. */
test('the form’s code comes in its own file and the two that islands share', async () => {
  const names = await readdir(folder);
  const own = names.find((it) => it.startsWith('ContactForm.')) ?? '';
  const code = await readFile(`${folder}/${own}`, 'utf8');
  const imported = [...code.matchAll(/from"\.\/(\w+)\./g)].map(([, name]) => name);
  expect(imported.toSorted()).toEqual(['react', 'shared']);
});
