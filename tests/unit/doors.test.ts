import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = 'netlify/functions';

test('each door logs under the name of its file, which is Netlify’s name for it', () => {
  const files = readdirSync(folder);
  const named = files.map((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return `${String(/^export default live(?:OnSchedule)?\('([^']+)',/m.exec(text)?.[1])}.ts`;
  });
  expect(named).toEqual(files);
});
