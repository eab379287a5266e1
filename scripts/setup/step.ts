/** A step of a deployment, and the file that remembers what the steps found out. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { StartError } from '../command.ts';
import type { Command } from './tools.ts';

export type Settings = Readonly<Record<string, string>>;

/** Asks a tool what there is, by a command that changes nothing. */
export type Ask = (command: Command) => Promise<string>;

export interface Question {
  /** Stands for the answer in a dry run. */
  name: string;
  /** Asks for the answer. */
  text: string;
  /** The answer if none is given; without it, one is needed. */
  usual?: string;
  /** Throws a sentence about an answer that can't be right. */
  check?: (answer: string) => void;
}

/** A step of docs/deploy.md. */
export interface Step {
  title: string;
  /** Asked only if the step isn't done. */
  question?: Question;
  /** The settings that it adds to .env.live. Without `isDone`, it is done if they are there. */
  writes?: readonly string[];
  isDone?: (live: Live, ask: Ask) => boolean | Promise<boolean>;
  commands?: (settings: Settings, answer: string) => readonly Command[];
  /** Its commands print a secret or an answer, so the terminal doesn't show it. */
  isQuiet?: true;
  /** The settings, from what the last command printed. */
  read?: (printed: string, answer: string) => Settings;
  /** Once it is done, the site has these settings. */
  deploys?: true;
}

/** The settings of the deployment. Git ignores it. */
export const liveFile = '.env.live';

interface Live {
  settings: Settings;
  /** Whether the site was deployed with exactly these settings. */
  isDeployed: boolean;
}

const deployedMark = '# deployed: ';

const fingerprint = (settings: Settings): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(settings)))
    .digest('hex');

export function readLive(folder: string): Live {
  const file = path.join(folder, liveFile);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const settings = parseEnv(text) as Settings;
  return { settings, isDeployed: text.includes(deployedMark + fingerprint(settings)) };
}

export function writeSettings(folder: string, changes: Settings): void {
  change(folder, (before) => {
    let text =
      before ||
      '# The settings of the deployment, with its secrets: docs/environment.md explains them.\n';
    for (const [name, value] of Object.entries(changes)) {
      if (/['\r\n]/.test(value)) {
        throw new StartError(
          `${name} can’t have a quote or a line break: run npm run setup again.`,
        );
      }
      text = withLine(text, `${name}=`, `'${value}'`);
    }
    return text;
  });
}

export const markDeployed = (folder: string): void => {
  change(folder, (text) => withLine(text, deployedMark, fingerprint(readLive(folder).settings)));
};

/** Replaces the line that begins so, or adds it. */
function withLine(text: string, beginning: string, rest: string): string {
  const old = new RegExp(`^${beginning}.*$`, 'm');
  const line = beginning + rest;
  return old.test(text) ? text.replace(old, () => line) : `${text.trimEnd()}\n${line}\n`;
}

/** Writes the file in one step, so that stopping at any time leaves the old one or the new one. */
function change(folder: string, changed: (text: string) => string): void {
  const file = path.join(folder, liveFile);
  const text = changed(existsSync(file) ? readFileSync(file, 'utf8') : '');
  const part = `${file}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
  renameSync(part, file);
}
