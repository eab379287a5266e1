/** `npm run setup`: walks through docs/deploy.md, and ends with the doctor. */
import { appendFileSync, chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, styleText } from 'node:util';
import { getAPIToken } from '@netlify/dev-utils';
import { parseRetention } from '../functions/env.ts';
import { isEmail } from '../src/shared/contact.ts';
import { buildSettings } from './build/settings.ts';
import { newKey, newSecret, settingsOf } from './local/environment.ts';
import { domainStep, googleSteps } from './setup/google.ts';
import { leadsStep } from './setup/leads.ts';
import { publishSteps, siteSteps } from './setup/netlify.ts';
import {
  answerTo,
  checkLogins,
  command,
  liveFile,
  must,
  run,
  setupAgain,
  shown,
  type Question,
  type Settings,
  type SetupDeps,
  type Step,
} from './setup/tools.ts';
import { publicStep } from './setup/visibility.ts';
import { isSentence, orSentence, orUsage, StartError } from './command.ts';

const setting = (title: string, name: string, question: Question): Step => ({
  title,
  question,
  writes: [name],
  read: (_, answer) => ({ [name]: answer }),
});

const secret = (title: string, name: string, make = newKey): Step => ({
  title,
  writes: [name],
  read: () => ({ [name]: make() }),
});

/** Each deploy costs credits, so what comes after it is done again without one. */
const again =
  'then run this command again. If a line of .env.live was wrong, correct it and run npm run setup, which deploys again.';

/** The steps of docs/deploy.md in its order, but for those that only a person can do. */
const steps: readonly Step[] = [
  leadsStep,
  setting('Say how long leads are kept', 'RETENTION_DAYS', {
    text: 'Days after which a lead is erased, as the privacy policy says',
    usual: '730',
    check: (answer) => parseRetention({ RETENTION_DAYS: answer }),
  }),
  setting('Say who may sign up', 'STAFF_SIGN_UP', {
    text: 'Who may make an account: only npm run grant-admin (off), or anybody at /auth, who then waits for the role (on)',
    usual: 'off',
    check: (answer) => buildSettings({ STAFF_SIGN_UP: answer }),
  }),
  ...siteSteps,
  secret(
    'Make the secret of the webhook, which its receiver needs, too',
    'WEBHOOK_SECRET',
    newSecret,
  ),
  secret('Make the key of the do-not-contact list', 'PRIVACY_KEY'),
  secret('Make the token of monitors', 'HEALTH_TOKEN'),
  ...googleSteps,
  ...publishSteps,
  publicStep,
  domainStep,
  {
    title: 'Make an admin',
    question: {
      name: 'EMAIL',
      text: 'When that is done, your e-mail address, to make you an admin (empty: later)',
      usual: '',
      check: must((it) => it === '' || isEmail(it), 'Give one e-mail address.'),
    },
    again,
    commands: (_, email) =>
      email ? [command`npm run grant-admin -- ${email} --env ${liveFile}`] : [],
  },
  {
    title: 'Ask the doctor',
    again,
    commands: () => [command`npm run doctor -- --env ${liveFile}`],
  },
];

/** Does what isn't done yet. Throws a sentence if a step fails; the next run goes on with that step. */
export async function setUp(deps: SetupDeps): Promise<void> {
  await checkLogins(deps);
  for (const step of steps) {
    if (await isDone(step, deps)) deps.print(`${styleText('green', 'done')}  ${step.title}`);
    else await take(step, deps);
  }
}

/** A step that can't tell is taken again, since that changes nothing that is right already. */
async function isDone({ isDone, writes }: Step, deps: SetupDeps): Promise<boolean> {
  const settings = settingsIn(deps.folder);
  if (isDone) return isDone(settings, (asked) => run(asked, true, deps));
  return writes !== undefined && writes.every((it) => settings[it] !== undefined);
}

async function take(step: Step, deps: SetupDeps): Promise<void> {
  const { title, question, commands, work, read, again = setupAgain } = step;
  const settings = settingsIn(deps.folder);
  deps.print(`${styleText('bold', 'next')}  ${title}`);
  const answer = question ? await answerTo(deps, question) : '';
  let printed = '';
  for (const it of commands?.(settings, answer) ?? []) {
    deps.print(`      $ ${shown(it)}`);
    printed = await run(it, Boolean(read ?? work), { ...deps, again });
  }
  try {
    const found = await work?.run(settings, deps, printed);
    writeSettings(deps.folder, { ...found, ...read?.(printed, answer) });
  } catch (cause) {
    if (isSentence(cause)) throw cause;
    throw new StartError(
      `${title}: the tool gave an unexpected answer. Update it, and run npm run setup again.`,
      { cause },
    );
  }
}

function settingsIn(folder: string): Settings {
  const file = path.join(folder, liveFile);
  return existsSync(file) ? settingsOf(file) : {};
}

/** Adds them in one write, so that stopping at any time leaves all of them or none. */
function writeSettings(folder: string, added: Settings): void {
  if (Object.keys(added).length === 0) return;
  const file = path.join(folder, liveFile);
  // Whoever edits the file may leave its last line open.
  const lines = Object.entries(added).map(([name, value]) => `\n${name}='${value}'`);
  appendFileSync(file, `${lines.join('')}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

/** All commands, with placeholders for what isn't known yet. */
export function dryRun({ folder, print }: Pick<SetupDeps, 'folder' | 'print'>): void {
  const names = steps.flatMap((it) => it.writes ?? []);
  const settings = { ...Object.fromEntries(names.map((it) => [it, it])), ...settingsIn(folder) };
  for (const { title, question, commands, work, writes } of steps) {
    print(`${title}${writes ? `, in ${liveFile}: ${writes.join(', ')}` : ''}`);
    for (const it of commands?.(settings, question?.name ?? '') ?? [])
      print(`      $ ${shown(it)}`);
    if (work) print(`      by hand: ${work.byHand}`);
  }
}

/** Tools ask questions on the same terminal, so it is free between two of ours. */
async function typed(prompt: string, isHidden?: true): Promise<string> {
  const { stdin: input, stdout } = process;
  const output = isHidden ? new PassThrough().resume() : stdout;
  using lines = createInterface({ input, output, terminal: stdout.isTTY });
  lines.setPrompt(prompt);
  if (isHidden) stdout.write(prompt);
  else lines.prompt();
  for await (const line of lines) {
    if (isHidden) stdout.write('\n');
    return line;
  }
  throw new StartError('Stopped. Run npm run setup again to go on.');
}

if (import.meta.main) {
  await orSentence(async () => {
    const { values } = orUsage(
      () => parseArgs({ options: { 'dry-run': { type: 'boolean' } } }),
      'The option of setup is --dry-run: npm run setup -- --dry-run',
    );
    const { env } = process;
    const deps = { folder: process.cwd(), env, ask: typed, print: console.log, fetch };
    const netlifyToken = async () => env.NETLIFY_AUTH_TOKEN ?? getAPIToken();
    if (values['dry-run']) dryRun(deps);
    else await setUp({ ...deps, netlifyToken, pause: setTimeout });
  });
}
