/** RFC 4180. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map((field) => quote(disarm(field))).join(',')}\r\n`;
}

const quote = (field: string): string =>
  /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;

/**
 * Spreadsheets run a cell that starts with one of these signs as a formula; an apostrophe makes it text. If
 * a spreadsheet uses another separator, cells can also start inside a field: after that separator or a line
 * break, with or without our quotation marks before the sign.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const disarm = (field: string): string =>
  field
    // Only the last separator before a sign counts, so that a field of line breaks is scanned only once.
    .replace(/(\r\n|[;|\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g, "$1'")
    .replace(/^(?=[\s"]*[=+\-@＝＋－＠]|\s*[\t\r\n])/, "'");
