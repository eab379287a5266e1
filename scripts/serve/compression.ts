import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const ENCODERS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof ENCODERS;

const COMPRESSIBLE =
  /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:javascript|json|xml))/;

export function isCompressible(contentType: string): boolean {
  return COMPRESSIBLE.test(contentType);
}

/** The best encoding that `Accept-Encoding` allows, as Netlify picks it: brotli, then gzip. */
export function preferredEncoding(accepted: string): Encoding | undefined {
  const weights = new Map(accepted.split(',').map(parseChoice));
  const names: Encoding[] = ['br', 'gzip'];
  return names.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0);
}

function parseChoice(choice: string): [name: string, weight: number] {
  const [name = '', ...parameters] = choice.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight)];
}

/** Compresses each file once: brotli at its best takes a while, and contents rarely change. */
export class Compressor {
  readonly #done = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  compress(content: Uint8Array, hash: string, encoding: Encoding) {
    const key = `${hash}-${encoding}`;
    const done =
      this.#done.get(key) ?? ENCODERS[encoding](content).then((bytes) => new Uint8Array(bytes));
    this.#done.set(key, done);
    return done;
  }
}
