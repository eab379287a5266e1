import { expect, test } from 'vitest';
import { findEmulator, type Machine } from '../../../scripts/firestore/find.ts';

/** A machine that has these commands, and what each of them says when it is asked. */
function machine(commands: Record<string, string>, env: NodeJS.ProcessEnv = {}) {
  const said: string[] = [];
  const ran: string[] = [];
  const it: Machine = {
    env,
    home: '/home/dana',
    ask: (command) => commands[command],
    run: (command, args) => {
      ran.push([command, ...args].join(' '));
      commands['/home/dana/.cache/leadwright/bin/hidane'] = 'hidane 0.6.0';
      return true;
    },
    say: (line) => said.push(line),
  };
  return { it, said, ran };
}

const java = (version: string) => ({ java: `openjdk version "${version}" 2025-04-15` });

test('takes the emulator that runs already', () => {
  const { it } = machine({ hidane: '' }, { FIRESTORE_EMULATOR_HOST: 'localhost:8080' });
  expect(findEmulator(it)).toEqual({ host: 'localhost:8080' });
});

test.each(['hidane', '/home/dana/.cargo/bin/hidane', '/home/dana/.cache/leadwright/bin/hidane'])(
  'takes %s, and builds nothing',
  (hidane) => {
    const { it, ran } = machine({ [hidane]: '', cargo: '', ...java('21.0.1') });
    expect(findEmulator(it)).toEqual({ hidane });
    expect(ran).toEqual([]);
  },
);

test('builds it with cargo once, and says so in one line', () => {
  const { it, said, ran } = machine({ cargo: '', ...java('21.0.1') });
  expect(findEmulator(it)).toEqual({ hidane: '/home/dana/.cache/leadwright/bin/hidane' });
  expect(findEmulator(it)).toEqual({ hidane: '/home/dana/.cache/leadwright/bin/hidane' });
  expect(ran).toEqual([
    'cargo install hidane --version 0.6.0 --locked --quiet --root /home/dana/.cache/leadwright',
  ]);
  expect(said).toHaveLength(1);
});

test('takes the one of Firebase where Java is new enough for it', () => {
  expect(findEmulator(machine(java('21.0.1')).it)).toHaveProperty('firebaseTools');
  expect(findEmulator(machine(java('17.0.15')).it)).toBeUndefined();
});

test('finds none on a bare machine', () => {
  expect(findEmulator(machine({}).it)).toBeUndefined();
});
