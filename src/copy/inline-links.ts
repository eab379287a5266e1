interface TextPart {
  text: string;
  href?: string;
}

/** Splits text at its links, which are written `[text](/path)`. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(/\[(?<label>[^\]]+)\]\((?<href>[^)\s]+)\)/g)) {
    const { label = '', href = '' } = match.groups ?? {};
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: label, href });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
