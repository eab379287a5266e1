/** The icons that are served as PNGs, by their paths. */
export const icons = {
  'apple-touch-icon': { size: 180, scale: 0.9 },
  'icon-192': { size: 192, scale: 1 },
  'icon-512': { size: 512, scale: 1 },
  // A launcher may crop all but a circle of four fifths of the width; only so far shrunk do the
  // mark's corners lie within. https://www.w3.org/TR/appmanifest/#icon-masks
  'icon-maskable-512': { size: 512, scale: 0.8 },
} as const;

export type IconName = keyof typeof icons;
