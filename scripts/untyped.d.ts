// The package has no types, and those of DefinitelyTyped (2.3) lack these options.
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options?: {
      targetFormat?: 'sfnt' | 'woff' | 'woff2';
      keepFeatures?: string[];
      noHinting?: boolean;
    },
  ): Promise<Buffer>;
}

// The package has no types.
declare module 'firebase-tools' {
  const firebase: {
    logger: { useConsoleLoggers: () => void };
    /** Resolves only when a signal ends the emulators. */
    emulators: { start: (options: object) => Promise<void> };
  };
  export default firebase;
}
