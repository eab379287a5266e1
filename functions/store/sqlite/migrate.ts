import type { DatabaseSync } from 'node:sqlite';
import { foldPhone } from '../../../src/shared/phone.ts';
import type { Figures } from '../figures.ts';
import { StoreUnavailable } from '../port.ts';
import { figuresIn } from '../record.ts';
import { migrations } from './schema.ts';

/** A lead's figures as they are stored beside it. */
export const figuresText = (figures: Figures | undefined): string | null =>
  figures ? JSON.stringify(figures) : null;

export function migrate(database: DatabaseSync): void {
  if (versionOf(database) === migrations.length) return;
  // Two processes may open a new file at once: the second one waits here, and finds it done.
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = versionOf(database);
    if (version > migrations.length)
      throw new StoreUnavailable('The file was written by a newer version.');
    database.function('phone_folded_of', (phone) => foldPhone(String(phone)));
    database.function('figures_of', (record) => figuresText(figuresIn(JSON.parse(String(record)))));
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}
