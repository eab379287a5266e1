import { mark, socialImageSize } from '../../src/brand/mark.ts';
import type { Colors } from '../../src/brand/tokens.ts';

interface SocialImage {
  headline: string;
  /** The lines of the bill. */
  lines: readonly { label: string; amount: string }[];
  total: { label: string; amount: string };
  stamp: string;
  name: string;
  place: string;
  colors: Colors;
}

const ticket = { left: 628, right: 1140, top: 54, bottom: 576 } as const;
const lettersInLine = 12;

/** Draws the promise, and the bill that keeps it. */
export function socialImage(image: SocialImage): string {
  const { colors } = image;
  const { width, height } = socialImageSize;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}"`,
    ` height="${height}" font-family="Barlow Condensed SemiBold" fill="${colors.ink}">`,
    `<path fill="${colors.primary}" d="M0 0h${width}v${height}H0z"/>`,
    headline(image.headline),
    signature(image),
    bill(image),
    '</svg>',
  ].join('');
}

function headline(words: string): string {
  const size = 118;
  return wrapped(words)
    .map((line, i) => text(56, 152 + i * 110, size, line))
    .join('');
}

/** Starts each sentence on a new line, so that the two halves of the promise line up. */
function wrapped(words: string): string[] {
  return words.split(/(?<=[.!?])\s+/).flatMap((sentence) =>
    // Fill lines from the end, so that a sentence doesn't end with a lone word.
    sentence.split(/\s+/).reduceRight<string[]>(([line, ...rest], word) => {
      if (line === undefined) return [word];
      const longer = `${word} ${line}`;
      return longer.length > lettersInLine ? [word, line, ...rest] : [longer, ...rest];
    }, []),
  );
}

function signature({ name, place, colors }: SocialImage): string {
  return [
    `<svg x="48" y="528" width="56" height="56" viewBox="${mark.viewBox}">`,
    `<path d="${mark.square}"/><path fill="${colors.primary}" d="${mark.ticks}"/></svg>`,
    text(112, 577, 44, `${name}, ${place}`),
  ].join('');
}

function bill({ lines, total, stamp, colors }: SocialImage): string {
  const { left, right, top } = ticket;
  const inset = 40;
  const [start, end] = [left + inset, right - inset];
  const rowHeight = 74;
  const firstLine = top + 84;
  const rows = lines.map(({ label, amount }, i) => {
    const y = firstLine + i * rowHeight;
    return [
      `<path d="M${start} ${y - 4}H${end}" stroke="${colors.ink}" stroke-width="4" stroke-linecap="round" stroke-dasharray="0 12"/>`,
      // An outline in the ticket's color hides the dotted leader around each word.
      `<g stroke="${colors.ticket}" stroke-width="20" paint-order="stroke">`,
      text(start, y, 46, label),
      text(end, y, 46, amount, 'end'),
      '</g>',
    ].join('');
  });
  const ruleY = firstLine + (lines.length - 1) * rowHeight + 42;
  return [
    paper(colors),
    ...rows,
    `<path d="M${start} ${ruleY}H${end}M${start} ${ruleY + 10}H${end}" stroke="${colors.ink}" stroke-width="4"/>`,
    text(start, ruleY + 136, 54, total.label),
    text(end, ruleY + 136, 140, total.amount, 'end'),
    stamped(stamp, start + 2, ruleY + 172, colors.accent),
  ].join('');
}

/** White, with a hairline border and a torn perforation along its bottom edge. */
function paper({ ticket: white, ink }: Colors): string {
  const { left, right, top, bottom } = ticket;
  const bite = (right - left) / 16;
  const perforation =
    `h${-bite / 4}a${bite / 4} ${bite / 4} 0 0 0 ${-bite / 2} 0h${-bite / 4}`.repeat(16);
  return `<path fill="${white}" stroke="${ink}" stroke-width="3" d="M${left} ${top}H${right}V${bottom}${perforation}z"/>`;
}

function stamped(words: string, x: number, y: number, color: string): string {
  return [
    `<g transform="rotate(-5 ${x} ${y})" fill="${color}">`,
    `<rect x="${x}" y="${y}" width="214" height="56" fill="none" stroke="${color}" stroke-width="4"/>`,
    text(x + 107, y + 41, 38, words, 'middle'),
    '</g>',
  ].join('');
}

function text(
  x: number,
  y: number,
  size: number,
  words: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string {
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

const escaped = (words: string): string =>
  words.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
