/** A Markdown table, aligned as Prettier does it: the first column left, figures right. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, i) =>
    Math.max(3, ...[head, ...rows].map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, i) => (i ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** 1 KB is 1,024 bytes, as in the budgets; rounded up, as figures are. */
export const inKb = (bytes: number): string => (Math.ceil(bytes / 102.4) / 10).toFixed(1);
