/**
 * The mark: a carpenter's framing square, seen as the L of the name. Its outline lies on a grid of
 * sixteenths and its ticks on one of thirty-seconds, so both fall on whole pixels.
 */
export const mark = {
  viewBox: '0 0 64 64',
  square: 'M12 8h16v32h24v16H12z',
  /** Drawn over the square in the field's color. They blur below 24 px: leave them out there. */
  ticks: [
    ...[14, 26].map((y) => `M28 ${y}h-4v2h4z`),
    ...[20, 32].map((y) => `M28 ${y}h-8v2h8z`),
    ...[34, 46].map((x) => `M${x} 40v4h2v-4z`),
    'M40 40v8h2v-8z',
  ].join(''),
} as const;
