/** RFC 4180. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map((field) => quote(disarm(field))).join(',')}\r\n`;
}

const quote = (field: string): string =>
  /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;

/**
 * A spreadsheet runs a cell that starts with one of these signs as a formula; an apostrophe makes it text.
 * If the spreadsheet uses another separator than ours, cells also start inside a field: after that
 * separator or a line break, with our quotation marks in front or not.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const disarm = (field: string): string =>
  field
    // Only the last separator before a sign counts, so that a field of line breaks is read once.
    .replace(/(\r\n|[;|\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g, "$1'")
    .replace(/^(?=[\s"]*[=+\-@＝＋－＠]|\s*[\t\r\n])/, "'");
