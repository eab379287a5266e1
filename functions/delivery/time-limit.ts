/**
 * So long a scheduled function may take: Netlify stops it after 30 s, and it has to start.
 * https://docs.netlify.com/build/functions/scheduled-functions/#limitations
 */
export const budget = 25_000;

/** A batch of erasing that begins later might not end in time. */
export const latestBatch = budget - 10_000;

export const day = 24 * 60 * 60 * 1000;
