/** The forms of /contact and /stop without their script, against the real functions and the real store. */
import { currentConsent } from '../../src/shared/consent.ts';
import { aSubmission } from '../support/builders/requests.ts';
import { newEmail, phoneOf, thanked, visitor } from '../support/pages/contact-form.ts';
import { expectDelivered, submissionsOf, submitPath } from '../support/pages/submissions.ts';
import { expect, test, visit } from '../support/pages/test.ts';

const industries =
  'cleaning landscaping concrete roofing fencing remodeling junk painting pool hvac medical legal other'.split(
    ' ',
  );

/** Browsers fill these fields in, and phones show the matching keyboard. */
const email = { type: 'email', autocomplete: 'email', inputmode: 'email' };
const phone = { type: 'tel', autocomplete: 'tel', inputmode: 'tel' };
const fields: [label: RegExp, name: string, attributes: Record<string, string>][] = [
  [/^name/i, 'name', { autocomplete: 'name' }],
  [/^e-?mail/i, 'email', email],
  [/^phone/i, 'phone', phone],
  [/^company/i, 'company', { autocomplete: 'organization' }],
  [/^industry/i, 'industry', {}],
  [/^message/i, 'message', {}],
  [/^I agree/i, 'consent_marketing', { type: 'checkbox' }],
];

const forms = [
  {
    path: '/contact',
    source: 'contact_page',
    options: industries,
    chosen: '',
    hint: 'Where you work, which jobs you want, when you can start.',
  },
  {
    path: '/tree-service',
    source: 'contact_form',
    options: ['tree-service', ...industries],
    chosen: 'tree-service',
    hint: 'Where your crews drive, which tree jobs you want, when you can start.',
  },
];

test.use({ javaScriptEnabled: false });

for (const { path, source, options, chosen, hint } of forms) {
  test(`the form on ${path} asks for seven values and for consent, posts them, and its lead is delivered`, async ({
    page,
    form,
    request,
  }) => {
    await visit(page, path);
    for (const [label, name, attributes] of fields) {
      const field = form.root.getByLabel(label);
      await expect(field, name).toHaveCount(1);
      await expect(field).toHaveAttribute('name', name);
      // Otherwise screen readers announce an empty required field as invalid.
      await expect(field).toHaveAttribute('aria-invalid', 'false');
      await expect(field, name).toHaveJSProperty('required', name !== 'message');
      for (const [attribute, value] of Object.entries(attributes))
        await expect(field).toHaveAttribute(attribute, value);
    }
    await expect(form.root.getByText('(optional)')).toBeVisible();
    await expect(form.root.getByText(hint)).toBeVisible();
    await expect(form.field('Message')).toHaveAccessibleDescription(hint);
    const values = await form.industry
      .locator('option')
      .evaluateAll((all) => all.map((it) => (it as HTMLOptionElement).value));
    expect(values.filter((it) => it !== '')).toEqual(options);
    await expect(form.industry).toHaveValue(chosen);

    await expect(form.consent).not.toBeChecked();
    await expect(form.root.locator('label[for=consent_marketing]')).toHaveText(
      currentConsent.text.replaceAll(/\[(.*?)\]\(.*?\)/g, '$1'),
    );
    const link = (name: RegExp) => form.root.getByRole('link', { name });
    await expect(link(/^Terms/)).toHaveAttribute('href', '/terms-of-service');
    await expect(link(/^Privacy Policy/)).toHaveAttribute('href', '/privacy-policy');

    const Email = newEmail();
    const industry = chosen || 'roofing';
    await form.fillIn({ industry, Email });
    const posted = page.waitForRequest(`**${submitPath}`);
    await form.send.click();
    const post = await posted;
    expect(await post.headerValue('content-type')).toBe('application/x-www-form-urlencoded');
    const lead = {
      source,
      name: visitor.Name,
      email: Email,
      phone: phoneOf(Email),
      company: visitor.Company,
      industry,
    };
    expect(Object.fromEntries(new URLSearchParams(post.postData() ?? ''))).toEqual({
      ...lead,
      unconfirmed: '',
      consent_version: currentConsent.version,
      message: visitor.Message.replaceAll('\n', '\r\n'),
      website: '',
      consent_marketing: 'true',
    });
    await expect(page).toHaveURL(thanked);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!');
    await expect(page.getByText(currentConsent.version)).toBeVisible();
    await expect(page.getByText(/\d{4} at \d+:\d+:\d+ [AP]M C[SD]T/)).toBeVisible();
    await expect(page.getByText(/^I agree to receive/)).toBeVisible();
    // The footer has the link.
    await expect(page.getByRole('main').locator('a[href="/stop"]')).toHaveCount(0);
    expect(await submissionsOf(request, Email)).toMatchObject([
      { ...lead, message: visitor.Message, consent_marketing: true },
    ]);
    await expectDelivered(request, Email);
    await page.getByRole('link', { name: 'Submit Another Request' }).click();
    await expect(page).toHaveURL('/contact');
  });
}

test('a visitor who wants no contact finds the form, corrects it, is thanked, and is held from then on', async ({
  page,
  request,
  complaints,
}) => {
  const email = newEmail();
  await visit(page, '/');
  await page.getByRole('link', { name: 'Don’t Contact Me' }).click();
  await expect(page).toHaveURL('/stop');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('555-01');
  const send = page.getByRole('button', { name: 'Stop Contacting Me' });
  complaints.excuseError('status of 422');
  await send.click();

  const phone = page.getByLabel('Phone');
  await expect(page.getByRole('alert')).toHaveText(/^Please give a phone number of seven digits/);
  await expect(phone).toHaveAccessibleDescription(/^Please give a phone number of seven digits/);
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue('555-01');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await phone.fill('');
  await send.click();

  await expect(page).toHaveURL('/stopped');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We’ll Stop');
  const lead = aSubmission({ email });
  expect((await request.post(submitPath, { data: lead })).status()).toBe(201);
  const [held] = await submissionsOf(request, email, 'held');
  expect(held?.delivery).toEqual({ state: 'held', reasons: ['asked-to-stop'] });
});
