/** The dialogs of the inbox, each of which loads when it's first opened. */
export const dialogs = {
  erase: async () => (await import('./erase/EraseDialog.tsx')).EraseDialog,
  keys: async () => (await import('./keyboard/KeysDialog.tsx')).KeysDialog,
  trial: async () => (await import('./trial/TrialDialog.tsx')).TrialDialog,
};
