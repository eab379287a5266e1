import { splitLinks } from '../shared/inline-links.ts';

export const InlineLinks = ({ text }: { text: string }) =>
  splitLinks(text).map(({ text: part, href }) => {
    if (href === undefined) return part;
    return (
      <a key={href} href={href}>
        {part}
      </a>
    );
  });
