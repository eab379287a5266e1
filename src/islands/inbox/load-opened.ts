/** Loads what an opened lead shows. The list comes first, and calls this when an admin is about to open one. */
export const loadOpened = () => import('./panel/Opened.tsx');
