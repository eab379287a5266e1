import { expect, type BrowserContext, type Locator, type Page } from 'playwright/test';
import { submitPath } from '../builders/submissions.ts';

/** Someone with a business; 555-01xx numbers and example.com belong to nobody. */
export const visitor = {
  Name: 'Ada Example',
  Email: 'ada@example.com',
  Phone: '(713) 555-0199',
  Company: 'Example Roofing LLC',
  Message: 'Two crews,\nthree counties. “Quoted” & <b>bold</b> ünïcödé 🌳',
} as const;

/** An address that no other test uses. */
export const newEmail = () => `${crypto.randomUUID()}@example.com`;

/** The phone of whoever has this address. Requests from one phone are held from the fourth on. */
export const phoneOf = (email: string) =>
  `(713) 555-${String(Number.parseInt(email.slice(0, 4), 16) % 10_000).padStart(4, '0')}`;

type Typed = Record<keyof typeof visitor, string>;

export const formOn = (page: Page) => page.locator('form#contact-form');

export const fieldOf = (page: Page, label: string) =>
  formOn(page).getByLabel(new RegExp(`^${label}`));

export const industryOf = (page: Page) => formOn(page).getByRole('combobox', { name: 'Industry' });

export const consentOf = (page: Page) => formOn(page).getByRole('checkbox');

/** The button's label: 'Send My Request', or another while it sends. */
export const sendButton = (page: Page) => formOn(page).getByRole('button');

/** Touches the form like a finger. Once it has hydrated, it shows its own messages. */
export async function hydrated(page: Page): Promise<void> {
  await formOn(page).scrollIntoViewIfNeeded();
  await formOn(page).dispatchEvent('pointerdown');
  await expect(formOn(page)).toHaveJSProperty('noValidate', true);
}

export async function fillIn(
  page: Page,
  { industry = 'roofing', consent = true, ...typed }: FillIn = {},
): Promise<void> {
  const person = typed.Email ? { Phone: phoneOf(typed.Email) } : {};
  for (const [label, text] of Object.entries({ ...visitor, ...person, ...typed }))
    await fieldOf(page, label).fill(text);
  await industryOf(page).selectOption(industry);
  await consentOf(page).setChecked(consent);
}

type FillIn = Partial<Typed> & { industry?: string; consent?: boolean };

interface Visit {
  page: Page;
  visit: (path: string) => Promise<void>;
  complaints: { excuseFailing: (path: string) => void };
}

/** Sends the form of /contact. The function gets it, its answer is lost. Returns the address in it. */
export async function sendInVain({ page, visit, complaints }: Visit): Promise<string> {
  complaints.excuseFailing(submitPath);
  const Email = newEmail();
  await visit('/contact');
  await page.route(`**${submitPath}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await hydrated(page);
  await fillIn(page, { Email });
  await sendButton(page).click();
  await expect(sendButton(page)).toBeEnabled();
  await page.unroute(`**${submitPath}`);
  return Email;
}

export async function expectKept(page: Page, { industry = 'roofing' } = {}): Promise<void> {
  for (const [label, text] of Object.entries(visitor))
    await expect(fieldOf(page, label)).toHaveValue(text);
  await expect(industryOf(page)).toHaveValue(industry);
  await expect(consentOf(page)).toBeChecked();
}

export async function expectEmpty(page: Page): Promise<void> {
  for (const label of Object.keys(visitor)) await expect(fieldOf(page, label)).toHaveValue('');
  await expect(consentOf(page)).not.toBeChecked();
}

export const toast = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Notifications' }).locator('.toast').filter({ hasText: title });

export const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank You!' });

export async function expectThanksOnSending(page: Page): Promise<void> {
  await sendButton(page).click();
  await expect(thanks(page)).toBeVisible();
}

/** The address that the function sends a plain form to. */
export const thanked = /\/thank-you\?version=/;

/** A test fills in the form faster than any person, so it lets a minute pass before it begins. */
export const letAMinutePass = (pages: Page | BrowserContext) =>
  pages.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 60_000;
  });
