import {
  consentOf,
  fieldOf,
  fillIn,
  industryOf,
  sendButton,
  visitor,
} from '../support/pages/contact-form.ts';
import { submitPath } from '../support/builders/submissions.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

test.use({ javaScriptEnabled: false });

const forms = [
  { path: '/contact', source: 'contact_page', industry: 'roofing' },
  { path: '/tree-service', source: 'contact_form', industry: 'tree-service' },
];

/** Answers the form's post as the function does, and keeps what it was sent. */
async function answerPost(page: Page, answer: { status: number; headers?: object; body?: string }) {
  const posts: { type: string; fields: Record<string, string> }[] = [];
  await page.route(`**${submitPath}`, async (route) => {
    const request = route.request();
    const fields = Object.fromEntries(new URLSearchParams(request.postData() ?? ''));
    posts.push({ type: (await request.headerValue('content-type')) ?? '', fields });
    await route.fulfill({ contentType: 'text/html; charset=utf-8', ...answer } as object);
  });
  return posts;
}

for (const { path, source, industry } of forms) {
  test(`the form on ${path} posts every field and ends on the thank-you page`, async ({
    page,
    visit,
  }) => {
    const posts = await answerPost(page, { status: 303, headers: { location: '/thank-you' } });
    await visit(path);
    await fillIn(page, { industry });
    await sendButton(page).click();
    await expect(page).toHaveURL('/thank-you');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!');
    expect(posts).toEqual([
      {
        type: 'application/x-www-form-urlencoded',
        fields: {
          page: expect.stringMatching(/^[0-9a-f]{32}$/),
          sent: '',
          source,
          consent_version: expect.stringMatching(/./),
          name: visitor.Name,
          email: visitor.Email,
          phone: visitor.Phone,
          company: visitor.Company,
          industry,
          message: visitor.Message.replaceAll('\n', '\r\n'),
          website: '',
          consent_marketing: 'true',
        },
      },
    ]);
    await page.getByRole('link', { name: 'Submit Another Request' }).click();
    await expect(page).toHaveURL('/contact');
  });
}

test('the browser itself asks for what the form needs', async ({ page, visit }) => {
  const posts = await answerPost(page, { status: 303, headers: { location: '/thank-you' } });
  await visit('/contact');
  const texts = ['Name', 'Email', 'Phone', 'Company'].map((it) => fieldOf(page, it));
  for (const field of [...texts, consentOf(page)]) {
    await fillIn(page);
    if ((await field.getAttribute('type')) === 'checkbox') await field.uncheck();
    else await field.fill('');
    await sendButton(page).click();
    // The browser puts the focus where it complains.
    await expect(field).toBeFocused();
    await expect(page).toHaveURL('/contact');
  }
  await fillIn(page, { Email: 'no address' });
  await sendButton(page).click();
  await expect(fieldOf(page, 'Email')).toBeFocused();
  await fillIn(page, { industry: '' });
  await sendButton(page).click();
  await expect(industryOf(page)).toBeFocused();
  expect(posts).toEqual([]);
});
