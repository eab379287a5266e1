import { expect, test } from 'vitest';
import { findEmulator, type Machine } from '../../../scripts/firestore-emulator/find.ts';

const home = '/the-home-folder';
/** The project builds its own emulator here. */
const own = `${home}/.cache/leadwright/bin/hidane`;

/** A machine that has these commands, and what each of them says when it is asked. */
function machine(commands: Record<string, string>, env: NodeJS.ProcessEnv = {}) {
  const said: string[] = [];
  const ran: string[] = [];
  const it: Machine = {
    env,
    home,
    ask: (command) => commands[command],
    run: (command, args) => {
      ran.push([command, ...args].join(' '));
      commands[own] = 'hidane 0.6.0';
      return true;
    },
    say: (line) => said.push(line),
  };
  return { it, said, ran };
}

const java = (version: string) => ({ java: `openjdk version "${version}" 2025-04-15` });

test('the emulator that is already running is used', () => {
  const { it } = machine({ hidane: '' }, { FIRESTORE_EMULATOR_HOST: 'localhost:8080' });
  expect(findEmulator(it)).toEqual({ host: 'localhost:8080' });
});

test.each(['hidane', `${home}/.cargo/bin/hidane`, own])('%s is used without a build', (hidane) => {
  const { it, ran } = machine({ [hidane]: '', cargo: '', ...java('21.0.1') });
  expect(findEmulator(it)).toEqual({ hidane });
  expect(ran).toEqual([]);
});

test('hidane is built with Cargo once, and one line says so', () => {
  const { it, said, ran } = machine({ cargo: '', ...java('21.0.1') });
  expect(findEmulator(it)).toEqual({ hidane: own });
  expect(findEmulator(it)).toEqual({ hidane: own });
  expect(ran).toEqual([
    `cargo install hidane --version 0.6.0 --locked --quiet --root ${home}/.cache/leadwright`,
  ]);
  expect(said).toHaveLength(1);
});

test('Firebase’s emulator is used if Java is new enough', () => {
  expect(findEmulator(machine(java('21.0.1')).it)).toHaveProperty('firebaseTools');
  expect(findEmulator(machine(java('17.0.15')).it)).toBeUndefined();
});

test('no emulator is found on a bare machine', () => {
  expect(findEmulator(machine({}).it)).toBeUndefined();
});
