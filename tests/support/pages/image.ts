/** Reads width and height from a PNG's header. */
export function pngSize(bytes: Buffer): `${number}x${number}` {
  if (bytes.subarray(1, 4).toString('latin1') !== 'PNG') throw new Error('not a PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}
