import { expect, test } from 'vitest';
import {
  chromiumFlags,
  ensureChromium,
  ensureHeadlessShell,
  type Machine,
} from '../support/chromium.ts';

/** A machine that has some browsers and gets others by commands. */
function machine({ has = [] as string[], gets = {} as Record<string, string>, isRoot = true }) {
  const present = new Set(has);
  const ran: string[] = [];
  const it: Machine = {
    candidates: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/cache/playwright'],
    shells: ['/usr/bin/shell'],
    isRoot,
    exists: (path) => present.has(path),
    run: (command, args) => {
      if (args[0] === '--version') return command !== '/usr/bin/chromium-browser';
      const line = [command, ...args].join(' ');
      ran.push(line);
      const got = Object.entries(gets).find(([part]) => line.includes(part))?.[1];
      if (got) present.add(got);
      return got !== undefined;
    },
  };
  return { it, ran };
}

test("the search for Chromium prefers the machine's own, and runs nothing to find it", () => {
  const { it, ran } = machine({ has: ['/cache/playwright', '/usr/bin/chromium'] });
  expect(ensureChromium(it)).toBe('/usr/bin/chromium');
  expect(ran).toEqual([]);
});

test('the search for Chromium skips one that does not run', () => {
  const { it } = machine({ has: ['/usr/bin/chromium-browser', '/cache/playwright'] });
  expect(ensureChromium(it)).toBe('/cache/playwright');
});

test('the search for Chromium asks Playwright for one before it asks the system', () => {
  const { it, ran } = machine({ gets: { 'playwright install': '/cache/playwright' } });
  expect(ensureChromium(it)).toBe('/cache/playwright');
  expect(ran).toHaveLength(1);
});

test('the search for Chromium installs one with apt as root if Playwright has none', () => {
  const { it, ran } = machine({
    gets: { 'apt-get update': '/none', 'apt-get install': '/usr/bin/chromium' },
  });
  expect(ensureChromium(it)).toBe('/usr/bin/chromium');
  expect(ran.at(-1)).toContain('apt-get install -y');
});

test('the search for Chromium says in one sentence what to do if it fails', () => {
  const { it, ran } = machine({ isRoot: false });
  expect(() => ensureChromium(it)).toThrow(/^No Chromium here, .* install one .*\.$/);
  expect(ran.join()).not.toContain('apt-get');
});

test('the search for a headless shell installs one as root, even where Chromium is', () => {
  const { it } = machine({
    has: ['/usr/bin/chromium'],
    gets: { 'apt-get update': '/none', 'apt-get install': '/usr/bin/shell' },
  });
  expect(ensureHeadlessShell(it)).toBe('/usr/bin/shell');
});

test('the search for a headless shell installs nothing if there is one', () => {
  const { it, ran } = machine({ has: ['/usr/bin/shell', '/usr/bin/chromium'] });
  expect(ensureHeadlessShell(it)).toBe('/usr/bin/shell');
  expect(ran).toEqual([]);
});

test('the search for a headless shell makes do with Chromium where it can install none', () => {
  const { it } = machine({ has: ['/usr/bin/chromium'] });
  expect(ensureHeadlessShell(it)).toBe('/usr/bin/chromium');
  expect(ensureHeadlessShell({ ...it, isRoot: false })).toBe('/usr/bin/chromium');
});

test('the search for Chromium leaves the sandbox on for everyone but root', () => {
  expect(chromiumFlags(false)).not.toContain('--no-sandbox');
  expect(chromiumFlags(true)).toContain('--no-sandbox');
});
