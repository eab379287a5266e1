import { createHmac, hkdfSync, randomBytes, type BinaryLike } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives the same for the same, and tells nobody what it was. */
export type KeyedHash = (text: string) => Promise<string>;

/** Where the key comes from: never out of the store that has what is hashed with it. */
export type KeySource = { privateKey: string } | { folder: string };

export const keyFile = 'hash.key';
const keyLength = 32;
/** In hexadecimal digits: far more than are needed to keep two texts apart. */
const hashLength = 32;

/**
 * Without the key, the few billion addresses that there are could be hashed one by one and
 * compared.
 */
export function keyedHasher(source: KeySource): KeyedHash {
  let key: Promise<BinaryLike> | undefined;
  return async (text) => {
    key ??= 'privateKey' in source ? derived(source.privateKey) : kept(source.folder);
    return createHmac('sha256', await key)
      .update(text)
      .digest('hex')
      .slice(0, hashLength);
  };
}

/** One secret less to set up. A new service account means new hashes: counting starts afresh. */
function derived(privateKey: string): Promise<BinaryLike> {
  const purpose = 'leadwright: hashes of addresses and texts';
  return Promise.resolve(Buffer.from(hkdfSync('sha256', privateKey, '', purpose, keyLength)));
}

async function kept(folder: string): Promise<BinaryLike> {
  const file = join(folder, keyFile);
  try {
    return await readFile(file).catch(() => made(folder, file));
  } catch {
    // Nowhere to keep it: then it is this process's own, and so is what is counted with it.
    return randomBytes(keyLength);
  }
}

/** Of two processes that make it at once, one is first, and both use that one's. */
async function made(folder: string, file: string): Promise<Buffer> {
  await mkdir(folder, { recursive: true });
  const own = `${file}.${crypto.randomUUID()}`;
  await writeFile(own, randomBytes(keyLength), { mode: 0o600 });
  await link(own, file).catch(() => undefined);
  await rm(own);
  return readFile(file);
}
