/** Width and height as a PNG's header states them. */
export function pngSize(bytes: Buffer): `${number}x${number}` {
  if (bytes.subarray(1, 4).toString('latin1') !== 'PNG') throw new Error('not a PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}
