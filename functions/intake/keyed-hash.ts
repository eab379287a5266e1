import { createHmac, hkdfSync, randomBytes, type BinaryLike } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Gives the same hash for the same text, and reveals the text to nobody. */
export type KeyedHash = (text: string) => Promise<string>;

/** The source of the key. It is never the store, which has the hashes. */
type KeySource = { privateKey: string } | { folder: string };

export const keyFile = 'hash.key';
const keyLength = 32;
/** In hexadecimal digits: far more than needed to tell texts apart. */
const hashLength = 32;

/** The key matters: without one, somebody could hash all IPv4 addresses and compare. */
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

/** Saves setting up another secret. A new service account means new hashes: counts start again. */
function derived(privateKey: string): Promise<BinaryLike> {
  const purpose = 'leadwright: hashes of addresses and texts';
  return Promise.resolve(Buffer.from(hkdfSync('sha256', privateKey, '', purpose, keyLength)));
}

async function kept(folder: string): Promise<BinaryLike> {
  const file = join(folder, keyFile);
  try {
    return await readOrMake(file, () => randomBytes(keyLength));
  } catch {
    // The key can't be kept, so this process has its own key, and counts for itself.
    return randomBytes(keyLength);
  }
}

/** If two processes make a secret at once, both use the one that was linked first. */
export async function readOrMake(file: string, make: () => string | Buffer): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const own = `${file}.${crypto.randomUUID()}`;
    await writeFile(own, make(), { mode: 0o600 });
    await link(own, file).catch(() => undefined);
    await rm(own);
    return readFile(file);
  }
}
