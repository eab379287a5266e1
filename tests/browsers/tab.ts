/** A tab of Firefox or WebKit, as a person uses it. */
import { expect } from 'playwright/test';
import { axeSource, standards } from '../support/pages/looks.ts';
import type { Send } from './webdriver.ts';

const selectors = {
  button: 'button, summary, [role=button]',
  link: 'a[href]',
  field: 'input, textarea, select',
  heading: 'h1, h2, h3',
  dialog: 'dialog, [role=dialog]',
};
type Role = keyof typeof selectors;
export type Name = string | RegExp;

/** How the standard writes an element in JSON. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
type Found = Record<typeof elementKey, string>;

/** Keys that aren't characters: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Shift: '\uE008' };
type Key = keyof typeof keys;

const patience = { timeout: 20_000 };

export class Tab {
  readonly send: Send;
  readonly site: string;

  constructor(send: Send, site: string) {
    this.send = send;
    this.site = site;
  }

  async resize(width: number): Promise<void> {
    // In the middle of WebKit's screen, where the pointer is, and the focus goes where that is.
    await this.send('SetWindowRect', { x: (1400 - width) / 2, y: 100, width, height: 800 });
    await this.expect(width, () => innerWidth);
  }

  async open(path: string): Promise<void> {
    await this.send('Navigate', { url: new URL(path, this.site).href });
  }

  /** Calls a function in the page, which sees nothing but its arguments. */
  async run<Args extends unknown[], Result>(
    fn: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result> {
    const script = `return (${fn.toString()}).apply(null, arguments)`;
    return (await this.send('ExecuteScript', { script, args })) as Result;
  }

  /** The visible elements of this role that the browser itself gives this name. */
  async all(role: Role, name: Name, within = 'body'): Promise<string[]> {
    const found = await this.run(
      (selector, within) =>
        [...document.querySelectorAll<HTMLElement>(`:is(${within}) :is(${selector})`)].filter(
          (it) => it.checkVisibility({ visibilityProperty: true }),
        ),
      selectors[role],
      within,
    );
    const named: string[] = [];
    for (const element of found as unknown as Found[]) {
      const label = (await this.send('GetComputedLabel', { id: element[elementKey] })) as string;
      if (typeof name === 'string' ? label === name : name.test(label))
        named.push(element[elementKey]);
    }
    return named;
  }

  /** Waits for the one such element. */
  async one(role: Role, name: Name, within?: string): Promise<string> {
    let found: string[] = [];
    await expect(async () => {
      found = await this.all(role, name, within);
      expect(found, `${role} ${String(name)} at ${await this.address()}`).toHaveLength(1);
    }).toPass(patience);
    const [id = ''] = found;
    // The page scrolls smoothly, and WebKit doesn't wait for it.
    await this.run(
      (it) => (it as unknown as Element).scrollIntoView({ block: 'center', behavior: 'instant' }),
      { [elementKey]: id },
    );
    return id;
  }

  async press(role: Role, name: Name, within?: string): Promise<void> {
    const id = await this.one(role, name, within);
    // A toast may cover it for some seconds.
    await expect(() => this.send('ElementClick', { id })).toPass(patience);
  }

  /** Writes into a field in place of what it has. */
  async fill(name: Name, text: string, within?: string): Promise<void> {
    const id = await this.one('field', name, within);
    await this.send('ElementClear', { id });
    await this.send('ElementSendKeys', { id, text });
  }

  async choose(name: Name, value: string): Promise<void> {
    const id = await this.one('field', name);
    const option = await this.run(
      (select, value) => (select as unknown as Element).querySelector(`option[value="${value}"]`),
      { [elementKey]: id },
      value,
    );
    await this.send('ElementClick', { id: (option as unknown as Found)[elementKey] });
  }

  async key(...pressed: Key[]): Promise<void> {
    const down = pressed.map((it) => ({ type: 'keyDown', value: keys[it] }));
    const up = pressed.map((it) => ({ type: 'keyUp', value: keys[it] }));
    await this.send('PerformActions', {
      actions: [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }],
    });
  }

  /** Waits until a function in the page answers with this. */
  async expect<Args extends unknown[], Result>(
    expected: NoInfer<Result>,
    fn: (...args: Args) => Result,
    ...args: Args
  ): Promise<void> {
    await expect(async () => {
      const answer: unknown = await this.run(fn, ...args);
      expect(answer).toEqual(expected);
    }).toPass(patience);
  }

  address(): Promise<string> {
    return this.run(() => location.pathname + location.search + location.hash);
  }

  async at(path: Name): Promise<void> {
    await expect(async () => {
      const address = await this.address();
      if (typeof path === 'string') expect(address).toBe(path);
      else expect(address).toMatch(path);
    }).toPass(patience);
  }

  async reads(words: string | RegExp, selector = 'body'): Promise<void> {
    const shown = () =>
      this.run(
        (it) =>
          [...document.querySelectorAll<HTMLElement>(it)].map((it) => it.innerText).join('\n'),
        selector,
      );
    await expect(async () => {
      const text = await shown();
      if (typeof words === 'string') expect(text).toContain(words);
      else expect(text).toMatch(words);
    }).toPass(patience);
  }

  async axe(): Promise<string[]> {
    const script = `${axeSource}
      const [tags, done] = arguments;
      const check = async () => {
        // A toast that is still fading in has little contrast.
        await Promise.all(document.getAnimations().map((it) => it.finished));
        const rules = axe.getRules(tags).filter((it) => !it.tags.includes('experimental'));
        const { violations } = await axe.run({ runOnly: rules.map((it) => it.ruleId) });
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, any }) => [id, target, ...any.map((it) => it.message)].join(': ')));
      };
      check().then(done, (error) => done([String(error)]));`;
    return (await this.send('ExecuteAsyncScript', { script, args: [standards] })) as string[];
  }
}
