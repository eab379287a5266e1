/** `npm run setup`: takes the steps of a deployment one by one, and ends with the doctor. */
import { appendFileSync, chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import { parseArgs, styleText } from 'node:util';
import { getAPIToken } from '@netlify/dev-utils';
import { settingsOf } from './local/environment.ts';
import {
  answerTo,
  liveFile,
  must,
  type Settings,
  type SetupDeps,
  type Step,
} from './setup/step.ts';
import { steps } from './setup/steps.ts';
import { run, shown } from './tools.ts';
import { isSentence, orSentence, orUsage, StartError } from './command.ts';

/** Throws a sentence if a step fails. The next run continues with that step. */
export async function setUp(deps: SetupDeps): Promise<void> {
  for (const step of steps) {
    const { title, isDone, again } = step;
    try {
      const known = settingsIn(deps.folder);
      if (await isDone?.(known, deps)) deps.print(`${styleText('green', 'done')}  ${title}`);
      else await take(step, known, again ? { ...deps, again } : deps);
    } catch (cause) {
      if (isSentence(cause)) throw cause;
      const sentence = `${title}: the tool gave an unexpected answer. Update it, and run npm run setup again.`;
      throw new StartError(sentence, { cause });
    }
  }
}

async function take(step: Step, known: Settings, deps: SetupDeps): Promise<void> {
  const { title, question, commands, read, work, byHand } = step;
  deps.print(`${styleText('bold', 'next')}  ${title}`);
  const asked = (await step.asks?.(known, deps)) ?? {};
  const settings = { ...known, ...asked };
  // The resource that the user just named may exist already.
  if (step.asks && (await step.isDone?.(settings, deps))) {
    keep(deps.folder, known, asked);
    return;
  }
  const answer = question ? { [question.name]: await answerTo(deps, question) } : {};
  const planned = commands?.({ ...settings, ...answer }) ?? [];
  for (const words of planned) deps.print(`      $ ${shown(words)}`);
  if (planned.length === 0 && !work) {
    if (byHand) await waitFor(step, settings, deps);
    return;
  }
  if (!(await agrees('Do it? (yes or skip)', 'yes', deps))) return;
  let printed = '';
  for (const words of planned) printed = await run(words, Boolean(read), deps);
  keep(deps.folder, known, {
    ...asked,
    ...read?.(printed, answer),
    ...(await work?.(settings, deps)),
  });
}

async function waitFor(
  { isDone, byHand }: Step,
  settings: Settings,
  deps: SetupDeps,
): Promise<void> {
  deps.print(`      ${settings.SITE_URL}: ${byHand}.`);
  while (await agrees('Press Enter when that is done (or type skip)', '', deps)) {
    if (await isDone?.(settings, deps)) return;
    deps.print('      It isn’t done yet.');
  }
}

const agrees = async (text: string, usual: string, deps: SetupDeps): Promise<boolean> =>
  (await answerTo(deps, {
    text,
    usual,
    check: must(
      (answer) => [usual, 'skip'].includes(answer),
      `Answer ${usual || 'with Enter'} or skip.`,
    ),
  })) === usual;

function settingsIn(folder: string): Settings {
  const file = path.join(folder, liveFile);
  return existsSync(file) ? settingsOf(file) : {};
}

/** Appends new settings in one write, so that an interrupted run leaves all of them or none. */
function keep(folder: string, known: Settings, settings: Settings): void {
  const added = Object.entries(settings).filter(([name]) => known[name] === undefined);
  if (added.length === 0) return;
  const file = path.join(folder, liveFile);
  // Begin with a line break: an editor may have left none at the end of the file.
  const lines = added.map(([name, value]) => `\n${name}='${value}'`);
  appendFileSync(file, `${lines.join('')}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

/** Stands for values that a dry run doesn't have. */
const placeholders = new Proxy<Settings>({}, { get: (_, name) => `<${String(name)}>` });

export const plan = () =>
  steps.map(({ title, commands, byHand }) => ({
    title,
    commands: (commands?.(placeholders) ?? []).map(shown),
    byHand,
  }));

export function dryRun(print: (line: string) => void): void {
  for (const [i, { title, commands, byHand }] of plan().entries()) {
    print(`${i + 1}. ${title}`);
    for (const line of commands) print(`      $ ${line}`);
    if (byHand) print(`      by hand: ${byHand}`);
  }
}

/** Reads one line. The terminal is released after it, because vendors' tools ask questions there, too. */
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
    const netlifyToken = async () => env.NETLIFY_AUTH_TOKEN ?? getAPIToken();
    if (values['dry-run']) dryRun(console.log);
    else
      await setUp({
        folder: process.cwd(),
        env,
        ask: typed,
        print: console.log,
        fetch,
        netlifyToken,
      });
  });
}
