/** Run by tests/spoken/playwright.config.ts: see docs/testing.md. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, type TestInfo } from 'playwright/test';
import { sentForm, someId } from '../support/builders/filled-in.ts';
import { RunningSite, START_SCRIPT } from '../support/servers/running-site.ts';
import { browsers, Desktop, missing } from './desktop.ts';

interface Journey {
  name: string;
  at: string;
  /** Of the screen, in pixels. */
  width: number;
  /** A key or several at once, as X11 names them; what follows "type " is typed. */
  steps: readonly string[];
}

const desktop = 1280;
const phone = 390;

const tabs = (count: number): string[] => Array.from({ length: count }, () => 'Tab');
/** Past the header, by the link that is there for it. */
const toContent = ['Tab', 'Return'];
const toPassword = [...toContent, 'Tab', 'type admin@example.com', 'Tab'];
const readPage = 'KP_Add';

const journeys: readonly Journey[] = [
  { name: 'home', at: '/', width: desktop, steps: ['Tab', 'h', readPage] },
  {
    name: 'menu',
    at: '/about',
    width: phone,
    steps: [
      ...tabs(3),
      'Return',
      ...tabs(7),
      'Shift_L+Tab',
      'Return',
      'Escape',
      'Return',
      'Tab',
      'Return',
    ],
  },
  {
    name: 'price-checker',
    at: '/pricing',
    width: desktop,
    steps: [...toContent, 'Tab', 'Down', 'Down', 'End', 'Tab'],
  },
  {
    name: 'form',
    at: '/contact',
    width: desktop,
    steps: [
      ...toContent,
      ...tabs(10),
      'Return',
      'type Ann Lee',
      'Tab',
      'type ann@gmial.com',
      ...tabs(2),
      'Shift_L+Tab',
      'Return',
      'Tab',
      'type 713 555 0142',
      'Tab',
      'type Lee Roofing',
      'Tab',
      'Down',
      'Tab',
      'Tab',
      'space',
      ...tabs(3),
      'Return',
      ...tabs(3),
    ],
  },
  {
    name: 'staff',
    at: '/auth',
    width: desktop,
    steps: [
      ...toPassword,
      'type wrong password',
      'Return',
      'type leadwright',
      'Return',
      ...tabs(12),
    ],
  },
  {
    name: 'lead',
    at: '/auth',
    width: desktop,
    steps: [
      ...toPassword,
      'type leadwright',
      'Return',
      ...tabs(9),
      'Return',
      ...tabs(14),
      'Escape',
      'Shift_L+slash',
      'Tab',
    ],
  },
];

/** Lines that Orca and the browsers say only sometimes, about themselves. */
const ofThemselves =
  /^(Screen reader on\.|Finished loading .*|Loading\. Please wait\.|Page has \d.*|(Focus|Browse) mode|.* (document web|frame|page tab)\.|main content)$/;

const root = path.resolve(import.meta.dirname, '../..');

test.beforeEach(() => {
  test.skip(missing.length > 0, `Nothing is heard here without ${missing.join(', ')}.`);
});

for (const browser of browsers)
  for (const { name, at, width, steps } of journeys)
    test(`says what was reviewed: ${name} in ${browser}`, async () => {
      const info = test.info();
      await using site = await startSite(info);
      await using desktop = await Desktop.open(browser, site.address + at, width);
      const file = `${name}-${browser}.txt`;
      const known = await knownSteps(info, file);
      const said: string[] = [];
      for (const [index, step] of steps.entries()) {
        const lines = await hear(desktop, step, known?.[index]);
        const before = known?.[index] ?? lines;
        // Lines of the same moment come in any order.
        const isSame = String(lines.toSorted()) === String(before.toSorted());
        said.push(`> ${step}`, ...(isSame ? before : lines));
        // The rest would be heard in the wrong place.
        if (!isSame) break;
      }
      expect(`${said.join('\n')}\n`).toMatchSnapshot(file);
    });

async function startSite(info: TestInfo): Promise<RunningSite> {
  const command = [process.execPath, START_SCRIPT] as const;
  const env = { DATA_DIR: info.outputPath('data') };
  const site = await RunningSite.ready(root, { command, env });
  const body = JSON.stringify({ ...sentForm, id: someId });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${site.address}/api/submit-contact`, { method: 'POST', headers, body });
  return site;
}

/** The lines of each step, if this run is to compare with them. */
async function knownSteps({ config }: TestInfo, file: string): Promise<string[][] | undefined> {
  if (config.updateSnapshots !== 'none') return undefined;
  const text = await readFile(path.join(import.meta.dirname, file), 'utf8');
  return text
    .split(/^> .*\n/m)
    .slice(1)
    .map((lines) => lines.split('\n').filter(Boolean));
}

/** What only moves the focus changes nothing of the page, which would be said later. */
const isMove = /Tab$/;

/** Takes a step and returns what is said then, once as much is said as is known and nothing follows. */
async function hear(desktop: Desktop, step: string, known?: string[]): Promise<string[]> {
  const from = desktop.heard.length;
  const lines = () => desktop.heard.slice(from).filter((line) => !ofThemselves.test(line));
  const typed = step.startsWith('type ') ? step.slice(5) : undefined;
  if (typed !== undefined) for (const char of typed) desktop.press(keyOf(char));
  else desktop.press(step);
  const least = known?.length ?? (typed === undefined ? 1 : 0);
  const end = Date.now() + 15_000;
  while (lines().length < least && Date.now() < end) await wait(20);
  await desktop.isQuiet(known?.length && isMove.test(step) ? 400 : 1500);
  // Times differ in each run.
  return lines().map((line) => line.replace(/\b\d{1,2}:\d\d\s[AP]M\b/g, '9:00 AM'));
}

const keys: Record<string, string> = { ' ': 'space', '@': 'Shift_L+2', '.': 'period' };

const keyOf = (char: string): string =>
  keys[char] ?? (/[A-Z]/.test(char) ? `Shift_L+${char.toLowerCase()}` : char);
