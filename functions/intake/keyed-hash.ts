import { createHmac, hkdfSync, randomBytes, type BinaryLike } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The same text gives the same hash, and the hash doesn't reveal the text. */
export type KeyedHash = (text: string) => Promise<string>;

/** The source of the key. Never the store, which has the hashes. */
type KeySource = { privateKey: string } | { folder: string };

export const keyFile = 'hash.key';
const keyLength = 32;
/** In hexadecimal digits: far more than needed to distinguish texts. */
const hashLength = 32;

/** Keyed, because anyone could hash all IPv4 addresses and compare. */
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

/** Saves the setup of another secret. A new service account gives new hashes, so counts start again. */
function derived(privateKey: string): Promise<BinaryLike> {
  const purpose = 'leadwright: hashes of addresses and texts';
  return Promise.resolve(Buffer.from(hkdfSync('sha256', privateKey, '', purpose, keyLength)));
}

async function kept(folder: string): Promise<BinaryLike> {
  const file = join(folder, keyFile);
  try {
    return await readOrMake(file, () => randomBytes(keyLength));
  } catch {
    // The key can't be stored, so this process has its own key and its own counts.
    return randomBytes(keyLength);
  }
}

/** If two processes make the file at once, both use the file that was linked first. */
export async function readOrMake(file: string, make: () => string | Buffer): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const ownFile = `${file}.${crypto.randomUUID()}`;
    await writeFile(ownFile, make(), { mode: 0o600 });
    await link(ownFile, file).catch(() => undefined);
    await rm(ownFile);
    return readFile(file);
  }
}
