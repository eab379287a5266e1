import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect, type Connection } from '../../../functions/store/firestore/client.ts';
import { fileName } from '../../../functions/store/sqlite/database.ts';

type Fields = Record<string, unknown>;

/** Overwrites fields of a submission in this folder's file, without the store. */
export async function damageRow(folder: string, id: string, fields: Fields): Promise<void> {
  using file = new DatabaseSync(join(folder, fileName));
  const update = file.prepare('UPDATE submissions SET record = json_patch(record, ?) WHERE id = ?');
  await Promise.try(() => update.run(JSON.stringify(fields), id));
}

export async function damageDocument(place: Connection, id: string, fields: Fields): Promise<void> {
  await connect(place).collection('contact_submissions').doc(id).update(fields);
}
