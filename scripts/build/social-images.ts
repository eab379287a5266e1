import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { escapeHtml } from '../../src/shared/placeholders.ts';
import { mark, colors } from '../../src/brand.ts';
import { company, location } from '../../src/copy/company.ts';
import { facts } from '../../src/copy/written.ts';
import { comparison, pricedIndustries, usd } from '../../src/shared/pricing.ts';
import { builtPages } from './built-pages.ts';
import { png, widthOf } from './drawing.ts';

/** Values for the placeholders in social.svg. */
const filledIn: Record<string, string> = {
  ...colors,
  ...mark,
  name: escapeHtml(company.name),
  place: escapeHtml(location),
  perforation: 'h-8a8 8 0 0 0 -16 0h-8'.repeat(16),
  leads: facts.billLeads,
  nothing: usd(0),
};

const template = readFileSync(new URL('./social.svg', import.meta.url), 'utf8');

/** Position of the heading. `top` is the baseline of its first line, `bottom` the lowest possible baseline. */
const column = { x: 56, top: 152, bottom: 505, width: 530 };

/** Font sizes in pixels. The heading gets the largest that fits. */
const sizes = [118, 104, 92, 80, 70, 60, 52];

function broken(sentence: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of sentence.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ');
    if (lines.length > 0 && widthOf(longer, size) <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

/** Starts each sentence on a new line, and makes its lines about equally long. */
export const linesOf = (heading: string, size: number): string[] =>
  heading.split(/(?<=[.!?]) /).flatMap((sentence) => {
    let lines = broken(sentence, size, column.width);
    for (let width = column.width; width > 0; width -= 10) {
      const narrower = broken(sentence, size, width);
      if (narrower.length > lines.length) break;
      lines = narrower;
    }
    return lines;
  });

const placed = (heading: string, size: number) =>
  linesOf(heading, size).map((line, i) => ({ line, y: Math.round(column.top + i * size * 0.93) }));

/** `heading` is HTML without tags, `total` the price of ten leads. */
export function socialSvg(heading: string, total = facts.billPrice): string {
  const fits = (size: number) =>
    placed(heading, size).every(
      ({ line, y }) => y <= column.bottom && widthOf(line, size) <= column.width,
    );
  const size = sizes.find(fits) ?? Math.min(...sizes);
  const texts = placed(heading, size).map(
    ({ line, y }) => `<text x="${column.x}" y="${y}">${line}</text>`,
  );
  const headline = `<g font-size="${size}">${texts.join('')}</g>`;
  const words: Record<string, string> = { ...filledIn, headline, total };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
}

export function socialImages(): AstroIntegration {
  let site: string;
  return {
    name: 'social-images',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = config.site ?? '';
      },
      'astro:build:done': async ({ dir }) => {
        await mkdir(new URL('social/', dir), { recursive: true });
        const place = '<meta name="twitter:card"';
        for (const [page, html] of await builtPages(dir)) {
          if (!html.includes(place)) continue;
          const heading = headingOf(html);
          const file = `social/${page.replace(/html$/, 'png')}`;
          const trade = pricedIndustries.find(({ value }) => page === `${value}.html`);
          const svg = socialSvg(heading, trade && usd(trade.price * comparison.leads));
          await writeFile(new URL(file, dir), png(svg));
          const tags = Object.entries({
            image: new URL(file, site).href,
            'image:width': 1200,
            'image:height': 630,
            'image:alt': heading,
          }).map(([name, content]) => `<meta property="og:${name}" content="${content}">`);
          await writeFile(
            new URL(page, dir),
            html.replace(place, () => `${tags.join('')}${place}`),
          );
        }
      },
    },
  };
}

/** The text of the page's heading, with its entities. */
const headingOf = (html: string): string =>
  (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? company.tagline)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
