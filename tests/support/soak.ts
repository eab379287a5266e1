/** Whether this is a run of `npm run soak`, which checks in the large what `npm test` checks in the small. */
export const isSoak = process.env.SOAK === '1';

export const inSoak = (large: number, otherwise: number): number => (isSoak ? large : otherwise);
