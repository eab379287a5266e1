/**
 * Saves a generated file by clicking a link to a blob. A link to the server would need a token in the
 * address, which would stay in the history.
 */
export function saveInBrowser(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the file within that time.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
