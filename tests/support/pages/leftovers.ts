const code =
  /<script\b(?![^>]*\btype="?application\/ld\+json)[^>]*>.*?<\/script>|<style\b.*?<\/style>/gs;
const leftover = /.{0,40}(?:\$\{|\bundefined\b|\[object\b|\bNaN\b).{0,40}/gs;

/** The places where a page shows values that only code should see: text, attributes, structured data. */
export function leftoversOf(html: string): string[] {
  return html.replace(code, '').match(leftover) ?? [];
}
