import { mark } from '../../src/brand/mark.ts';
import { colors } from '../../src/brand/tokens.ts';

export interface MarkOptions {
  /** Omit it for a drawing that scales: CSS then hides the ticks where they would blur. */
  size?: number;
  /** The share of the field's side that the mark covers; smaller for icons that a platform crops. */
  scale?: number;
}

const smallestWithTicks = 24;

export function markSvg({ size, scale = 1 }: MarkOptions = {}): string {
  const inset = 32 * (1 - scale);
  const ticks = `<path class="ticks" fill="${colors.primary}" d="${mark.ticks}"/>`;
  const hideTicks = `<style>@media(max-width:${smallestWithTicks - 1}px){.ticks{display:none}}</style>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${mark.viewBox}"`,
    size ? ` width="${size}" height="${size}">` : `>${hideTicks}`,
    `<path fill="${colors.primary}" d="M0 0h64v64H0z"/>`,
    `<g transform="translate(${inset} ${inset}) scale(${scale})">`,
    `<path fill="${colors.ink}" d="${mark.square}"/>`,
    size && size < smallestWithTicks ? '' : ticks,
    '</g></svg>',
  ].join('');
}
