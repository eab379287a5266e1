/** Loads the panel's code. The list comes first, and calls this when an admin is about to open a lead. */
export const loadOpened = () => import('./panel/Opened.tsx');
