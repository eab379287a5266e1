import type { ReadableAtom } from 'nanostores';

/** Shows a count in the tab's title, for somebody who looks at another tab. Returns how to stop. */
export function countInTitle(
  $count: ReadableAtom<number | undefined>,
  page: { title: string },
): () => void {
  const { title } = page;
  const stop = $count.subscribe((count) => {
    page.title = count ? `(${count}) ${title}` : title;
  });
  return () => {
    stop();
    page.title = title;
  };
}
