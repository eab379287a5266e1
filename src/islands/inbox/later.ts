/**
 * Code that no admin needs before the list: the contents of the panel, and the dialogs. It is one module, imported
 * dynamically, because a module for each would split the code that they share with the list into many small files.
 */
export { AdsDialog } from './dialogs/AdsDialog.tsx';
export { EraseDialog } from './dialogs/EraseDialog.tsx';
export { KeysDialog } from './dialogs/KeysDialog.tsx';
export { TestDialog } from './dialogs/TestDialog.tsx';
export { Opened } from './panel/Opened.tsx';
