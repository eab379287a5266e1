/** The names of a developer's own machine. `npm start` listens at no other. */
export const ownMachine: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
