/**
 * The mark: a carpenter's framing square, seen as the L of the name. Its outline stands on a grid of
 * sixteenths and its ticks on one of thirty-seconds, so that both fall on whole pixels.
 */
export const mark = {
  viewBox: '0 0 64 64',
  square: 'M12 8h16v32h24v16H12z',
  /** Drawn in the field's colour over the square. Below 24 px they blur: leave them out. */
  ticks: [
    ...[14, 26].map((y) => `M28 ${y}h-4v2h4z`),
    ...[20, 32].map((y) => `M28 ${y}h-8v2h8z`),
    ...[34, 46].map((x) => `M${x} 40v4h2v-4z`),
    'M40 40v8h2v-8z',
  ].join(''),
} as const;

export interface MarkOptions {
  field: string;
  ink: string;
  /** Leave out for a drawing that scales: its ticks then hide themselves where they would blur. */
  size?: number;
  /** How much of the field's side the drawing takes; less for icons that a platform crops. */
  scale?: number;
}

const smallestWithTicks = 24;

export function markSvg({ field, ink, size, scale = 1 }: MarkOptions): string {
  const inset = 32 * (1 - scale);
  const ticks = `<path class="ticks" fill="${field}" d="${mark.ticks}"/>`;
  const hideTicks = `<style>@media(max-width:${smallestWithTicks - 1}px){.ticks{display:none}}</style>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${mark.viewBox}"`,
    size ? ` width="${size}" height="${size}">` : `>${hideTicks}`,
    `<path fill="${field}" d="M0 0h64v64H0z"/>`,
    `<g transform="translate(${inset} ${inset}) scale(${scale})">`,
    `<path fill="${ink}" d="${mark.square}"/>`,
    size && size < smallestWithTicks ? '' : ticks,
    '</g></svg>',
  ].join('');
}
