import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findEmulator } from '../../../scripts/firestore-emulator.ts';
import { aFolder } from '../../support/worlds/each-engine.ts';

/** A machine that has these programs. */
async function machine(programs: Record<string, string>) {
  const root = await aFolder();
  for (const [name, script] of Object.entries(programs)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
  }
  const lines = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => {
    lines.mockRestore();
  });
  const env = {
    PATH: path.join(root, 'bin'),
    CARGO_HOME: path.join(root, 'cargo'),
    XDG_CACHE_HOME: path.join(root, 'cache'),
  };
  return { root, env, lines };
}

const java = (version: string) => ({ 'bin/java': `echo 'openjdk version "${version}"' >&2` });
/** Writes down how it was called, and makes the program. */
const cargo = {
  'bin/cargo': `[ "$1" = --version ] && exit
    for last; do :; done
    echo "$*" >"\${0%/*}/called"
    /bin/mkdir -p "$last/bin"
    /bin/ln -s /bin/true "$last/bin/hidane"`,
};

test.each(['bin/hidane', 'cargo/bin/hidane', 'cache/leadwright/bin/hidane'])(
  '%s is used without a build',
  async (hidane) => {
    const { env, lines } = await machine({ [hidane]: '', ...cargo, ...java('21.0.1') });
    expect(findEmulator(env)).toBe('hidane');
    expect(lines).not.toHaveBeenCalled();
  },
);

test('hidane is built with Cargo once, and one line says so', async () => {
  const { root, env, lines } = await machine({ ...cargo, ...java('21.0.1') });
  expect(findEmulator(env)).toBe('hidane');
  expect(findEmulator(env)).toBe('hidane');
  expect(await readFile(path.join(root, 'bin/called'), 'utf8')).toBe(
    `install hidane --version 0.6.0 --locked --quiet --root ${root}/cache/leadwright\n`,
  );
  expect(lines).toHaveBeenCalledOnce();
});

test('Firebase’s emulator is used if Java is new enough, and none on a bare machine', async () => {
  expect(findEmulator((await machine(java('21.0.1'))).env)).toBe('firebase');
  expect(findEmulator((await machine(java('17.0.15'))).env)).toBeUndefined();
  expect(findEmulator((await machine({})).env)).toBeUndefined();
});
