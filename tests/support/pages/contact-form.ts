import { expect, type BrowserContext, type Locator, type Page } from 'playwright/test';
import { stubSubmissions, submitPath, type Submissions } from './submissions.ts';

/** A visitor with a business; 555-01xx numbers and example.com are reserved and belong to no one. */
export const visitor = {
  Name: 'Ada Example',
  Email: 'ada@example.com',
  Phone: '(713) 555-0199',
  Company: 'Example Roofing LLC',
  Message: 'Two crews,\nthree counties. “Quoted” & <b>bold</b> ünïcödé 🌳',
} as const;

/** An address that no other test uses. */
export const newEmail = () => `${crypto.randomUUID()}@example.com`;

/** The phone of the visitor with this address. Requests from one phone are held from the fourth on. */
export const phoneOf = (email: string) =>
  `(713) 555-${String(Number.parseInt(email.slice(0, 4), 16) % 10_000).padStart(4, '0')}`;

type Typed = Record<keyof typeof visitor, string>;
type FillIn = Partial<Typed> & { industry?: string; consent?: boolean };

/** The part of the fixture that excuses failing requests. */
interface Complaints {
  excuseFailing: (path: string) => void;
}

/** The form of a page. Tests have it as the fixture `form`. */
export class ContactForm {
  readonly page: Page;
  readonly root: Locator;
  readonly industry: Locator;
  readonly consent: Locator;
  /** Its label is 'Send My Request', or another while it sends. */
  readonly send: Locator;
  readonly thanks: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.locator('form#contact-form');
    this.industry = this.root.getByRole('combobox', { name: 'Industry' });
    this.consent = this.root.getByRole('checkbox');
    this.send = this.root.getByRole('button');
    this.thanks = page.getByRole('heading', { name: 'Thank You!' });
  }

  field(label: string): Locator {
    return this.root.getByLabel(new RegExp(`^${label}`));
  }

  /** Opens a page, touches its form and, if values are given, fills it in. */
  async open(path: string, fields?: FillIn): Promise<void> {
    await this.page.goto(path);
    await this.touch();
    if (fields) await this.fillIn(fields);
  }

  /** Touches the form with a finger. Once hydrated, it shows its own messages. */
  async touch(): Promise<void> {
    await this.root.scrollIntoViewIfNeeded();
    await this.root.dispatchEvent('pointerdown');
    await expect(this.root).toHaveJSProperty('noValidate', true);
  }

  async fillIn({ industry = 'roofing', consent = true, ...typed }: FillIn = {}): Promise<void> {
    const person = typed.Email ? { Phone: phoneOf(typed.Email) } : {};
    for (const [label, text] of Object.entries({ ...visitor, ...person, ...typed }))
      await this.field(label).fill(text);
    await this.industry.selectOption(industry);
    await this.consent.setChecked(consent);
  }

  async expectKept({ industry = 'roofing' } = {}): Promise<void> {
    for (const [label, text] of Object.entries(visitor))
      await expect(this.field(label)).toHaveValue(text);
    await expect(this.industry).toHaveValue(industry);
    await expect(this.consent).toBeChecked();
  }

  async expectEmpty(): Promise<void> {
    for (const label of Object.keys(visitor)) await expect(this.field(label)).toHaveValue('');
    await expect(this.consent).not.toBeChecked();
  }

  async sendAndBeThanked(): Promise<void> {
    await this.send.click();
    await expect(this.thanks).toBeVisible();
  }

  /** Opens /contact with its form filled in. Its function is a stub that may fail. */
  async openStubbed(complaints: Complaints): Promise<Submissions> {
    complaints.excuseFailing(submitPath);
    const submissions = await stubSubmissions(this.page);
    await this.open('/contact', {});
    return submissions;
  }

  /** Sends the form of /contact. The function gets it, but its response is lost. Returns the address in it. */
  async sendInVain(complaints: Complaints): Promise<string> {
    complaints.excuseFailing(submitPath);
    const Email = newEmail();
    await this.page.route(`**${submitPath}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await this.open('/contact', { Email });
    await this.send.click();
    await expect(this.send).toBeEnabled();
    await this.page.unroute(`**${submitPath}`);
    return Email;
  }
}

export const toast = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Notifications' }).locator('.toast').filter({ hasText: title });

/** The address that the function sends a plain form to. */
export const thanked = /\/thank-you\?version=/;

/** A test fills in the form faster than any person, so it moves the clock by a minute first. */
export const letAMinutePass = (pages: Page | BrowserContext) =>
  pages.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 60_000;
  });
