import { HtmlValidate } from 'html-validate';
import { everyPath } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Spelling, which the minifier decides: quotes, case, spaces and slashes that no browser minds.
    'attr-quotes': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    // The standard lets a p or li end itself, and the minifier uses that.
    'no-implicit-close': 'off',
    // A length that suits search engines is the head's test to judge.
    'long-title': 'off',
  },
});

for (const path of [...everyPath, '/admin']) {
  test(`${path} is valid HTML`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    const report = await validator.validateString(html, path);
    const faults = report.results.flatMap(({ messages }) =>
      messages.map((it) => `${it.ruleId} at ${it.selector ?? `${it.line}`}: ${it.message}`),
    );
    expect(faults).toEqual([]);
  });
}
