/** `npm run setup`: walks through docs/deploy.md, and ends with the doctor. */
import { parseArgs, styleText } from 'node:util';
import { answerTo, pipedLines, typedLine, type AnswerDeps } from './setup/answers.ts';
import {
  liveFile,
  markDeployed,
  readLive,
  writeSettings,
  type Settings,
  type Step,
} from './setup/step.ts';
import { steps } from './setup/steps.ts';
import { checkLogins, run, shown, type Command, type Surroundings } from './setup/tools.ts';
import { orSentence, orUsage, StartError } from './command.ts';

export type SetupDeps = Surroundings & AnswerDeps;

/** Does what isn't done yet. Throws a sentence if a step fails; the next run goes on with that step. */
export async function setUp(deps: SetupDeps): Promise<void> {
  await checkLogins(deps);
  for (const step of steps) {
    if (await isDone(step, deps)) deps.print(`${styleText('green', 'done')}  ${step.title}`);
    else await take(step, deps);
  }
  await carryOut(doctor(deps.isTerminal), false, deps);
}

/** A person fixes what the doctor says while it watches. */
const doctor = (watches: boolean): Command => [
  ...(['npm', 'run', 'doctor', '--', '--env', liveFile] as const),
  ...(watches ? ['--watch'] : []),
];

async function isDone({ isDone, writes }: Step, deps: SetupDeps): Promise<boolean> {
  const live = readLive(deps.folder);
  if (isDone) return isDone(live, (command) => run(command, true, deps));
  return writes !== undefined && writes.every((it) => live.settings[it] !== undefined);
}

async function take(step: Step, deps: SetupDeps): Promise<void> {
  const { title, question, commands, read, isQuiet = false } = step;
  const { folder, print } = deps;
  print(`${styleText('bold', 'next')}  ${title}`);
  const answer = question ? await answerTo(question, deps) : '';
  let printed = '';
  for (const command of commands?.(readLive(folder).settings, answer) ?? []) {
    printed = await carryOut(command, isQuiet, deps);
  }
  if (read) writeSettings(folder, valuesIn(printed, answer, step));
  if (step.deploys) markDeployed(folder);
}

function carryOut(command: Command, isQuiet: boolean, deps: SetupDeps): Promise<string> {
  deps.print(`      $ ${shown(command)}`);
  return run(command, isQuiet, deps);
}

function valuesIn(printed: string, answer: string, { read, title }: Step): Settings {
  try {
    return read?.(printed, answer) ?? {};
  } catch (cause) {
    throw new StartError(
      `${title}: the tool gave an unexpected answer. Update it, and run npm run setup again.`,
      { cause },
    );
  }
}

/** All commands, with placeholders for what isn't known yet. */
export function dryRun({ folder, print }: Pick<SetupDeps, 'folder' | 'print'>): void {
  const names = steps.flatMap((it) => it.writes ?? []);
  const settings = {
    ...Object.fromEntries(names.map((it) => [it, it])),
    ...readLive(folder).settings,
  };
  for (const { title, question, commands, writes, isQuiet, read } of steps) {
    print(`${title}${writes ? `, in ${liveFile}: ${writes.join(', ')}` : ''}`);
    // The output that setup doesn't need may have secrets.
    const output = isQuiet && !read ? ' > /dev/null' : '';
    for (const command of commands?.(settings, question?.name ?? '') ?? [])
      print(`      $ ${shown(command)}${output}`);
  }
  print(`Ask the doctor\n      $ ${shown(doctor(true))}`);
}

if (import.meta.main) {
  await orSentence(async () => {
    const { values } = orUsage(
      () => parseArgs({ options: { 'dry-run': { type: 'boolean' } } }),
      'The option of setup is --dry-run: npm run setup -- --dry-run',
    );
    const folder = process.cwd();
    const { stdin } = process;
    const deps: SetupDeps = {
      folder,
      env: process.env,
      isTerminal: stdin.isTTY,
      nextLine: stdin.isTTY ? typedLine : pipedLines(stdin),
      print: (line) => {
        console.log(line);
      },
    };
    if (values['dry-run']) dryRun(deps);
    else await setUp(deps);
    process.exit();
  });
}
