import { describe, expect, test } from 'vitest';
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
    run: (command, ...args) => {
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

const apt = { 'apt-get update': '/none', 'apt-get install': '/usr/bin/chromium' };

describe('the search for Chromium', () => {
  test.each([
    ['takes the machine’s own first', { has: ['/cache/playwright', '/usr/bin/chromium'] }, 0],
    ['skips one that does not run', { has: ['/usr/bin/chromium-browser', '/usr/bin/chromium'] }, 0],
    ['asks Playwright before the system', { gets: { ...apt, playwright: '/usr/bin/chromium' } }, 1],
    ['asks apt as root if Playwright has none', { gets: apt }, 3],
  ])('%s', (_, has, commands) => {
    const { it, ran } = machine(has);
    expect(ensureChromium(it)).toBe('/usr/bin/chromium');
    expect(ran).toHaveLength(commands);
  });

  test('says in one sentence what to do if it fails', () => {
    const { it, ran } = machine({ isRoot: false });
    expect(() => ensureChromium(it)).toThrow(/^No Chromium here, .* install one .*\.$/);
    expect(ran.join()).not.toContain('apt-get');
  });

  test('takes a headless shell for tests, which it installs as root only', () => {
    const shell = { 'apt-get update': '/none', 'apt-get install': '/usr/bin/shell' };
    const has = ['/usr/bin/chromium'];
    expect(ensureHeadlessShell(machine({ has, gets: shell }).it)).toBe('/usr/bin/shell');
    expect(ensureHeadlessShell(machine({ has }).it)).toBe('/usr/bin/chromium');
    const { it, ran } = machine({ has, gets: shell, isRoot: false });
    expect(ensureHeadlessShell(it)).toBe('/usr/bin/chromium');
    expect(ran).toEqual([]);
  });
});

test('Chromium keeps its sandbox for everyone but root', () => {
  expect(chromiumFlags(false)).not.toContain('--no-sandbox');
  expect(chromiumFlags(true)).toContain('--no-sandbox');
});
