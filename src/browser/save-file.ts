/**
 * Saves a file that this page has made, by a click on a link to it. A link to the server would need a
 * token, and stay in the history.
 */
export function saveInBrowser(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
