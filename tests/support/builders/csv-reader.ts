/** Reads strict RFC 4180: rows of cells, each ended by CRLF. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
    cell.lastIndex = at;
    const [whole = '', quoted, plain = ''] = cell.exec(text) ?? [];
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    at += whole.length;
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`Neither a comma nor the end of a line at ${at}: ${text}`);
  }
  if (row.length > 0) throw new Error('The last row has no end.');
  return rows;
}
