import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { StartError } from '../command.ts';

export type Settings = Readonly<Record<string, string>>;

/** The settings of the deployment. Git ignores it. */
export const liveFile = '.env.live';

export interface Live {
  settings: Settings;
  /** In milliseconds; 0 if the file doesn't exist. */
  changedAt: number;
}

export function readLive(folder: string): Live {
  const file = path.join(folder, liveFile);
  if (!existsSync(file)) return { settings: {}, changedAt: 0 };
  const settings = parseEnv(readFileSync(file, 'utf8')) as Settings;
  return { settings, changedAt: statSync(file).mtimeMs };
}

/** Writes the file in one step, so that stopping at any time leaves the old one or the new one. */
export function writeLive(folder: string, changes: Settings): void {
  const file = path.join(folder, liveFile);
  let text = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '# The settings of the deployment, with its secrets: docs/environment.md explains them.\n';
  for (const [name, value] of Object.entries(changes)) {
    if (/['\r\n]/.test(value)) {
      throw new StartError(`${name} can’t have a quote or a line break: run npm run setup again.`);
    }
    const line = `${name}='${value}'`;
    const old = new RegExp(`^${name}=.*$`, 'm');
    text = old.test(text) ? text.replace(old, () => line) : `${text.trimEnd()}\n${line}\n`;
  }
  const part = `${file}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
  renameSync(part, file);
}
