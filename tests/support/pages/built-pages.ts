/** Every page that visitors get from the build, by the name of its file. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { filledIn } from '../builders/filled-in.ts';
import { postForm } from '../builders/requests.ts';
import { aWorld } from '../worlds/world.ts';

/** The files that functions fill in, and the page that results from the first. */
export const formPages = ['.built/form-again.html', '.built/dispute.html', '.built/stop.html'];
const refusedForm = 'refused-form.html';

export async function builtPages(): Promise<Map<string, string>> {
  if (!formPages.every((it) => existsSync(it)))
    throw new Error('No build here: run npm run build first.');
  // Archived pages are the same as those that are served.
  const isServed = (file: string) => !file.startsWith('dist/consent/');
  const files = [...globSync('dist/**/*.html').filter(isServed).toSorted(), ...formPages];
  const pages = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  return pages.set(refusedForm, await refusedFormPage());
}

/** The page that a visitor without JavaScript gets back after a typo. */
async function refusedFormPage(): Promise<string> {
  await using world = aWorld();
  const { consent_marketing, ...words } = filledIn;
  const fields = { ...words, consent_marketing: String(consent_marketing), email: 'nobody' };
  const response = await submitContact(postForm(fields), world.deps);
  return await response.text();
}
