/** Whether this is a run of `npm run soak`, which runs checks of `npm test` at a larger scale. */
export const isSoak = process.env.SOAK === '1';

export const inSoak = (large: number, otherwise: number): number => (isSoak ? large : otherwise);
