/** Something else than this program has written here: what is stored is no submission. */
export class DamagedRecord extends Error {
  override name = 'DamagedRecord';

  constructor(id: string, cause: unknown) {
    super(`What is stored as submission ${id} can't be read as one`, { cause });
  }
}
