/**
 * The rules of imports, checked by `npm run lint`. The arrow: src/shared <- src,
 * src/shared <- functions <- netlify/functions. Type imports and dynamic ones count too.
 * It can't read .astro files; eslint.config.js holds those to the same arrow.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that import each other can only be understood together. Move what both need.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-imports-zod-only',
      comment: 'src/shared runs in the browser, in functions and in scripts.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { pathNot: ['^src/shared/', '^node_modules/zod/'] },
    },
    {
      name: 'site-is-on-its-own',
      comment: 'Code of the browser and the build knows functions by their HTTP contract.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(functions|netlify|scripts|tests)/' },
    },
    {
      name: 'functions-import-shared-only',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^(src|netlify|scripts|tests)/', pathNot: '^src/shared/' },
    },
    {
      name: 'doors-import-functions-only',
      comment: 'A door wires a handler of functions/ to its path or schedule.',
      severity: 'error',
      from: { path: '^netlify/functions/' },
      to: { pathNot: ['^functions/', '^node_modules/@netlify/functions/'] },
    },
    {
      name: 'tests-are-for-tests',
      comment: 'But the bench and the simulator drive the site as tests do.',
      severity: 'error',
      from: { pathNot: ['^tests/', '^scripts/(bench/|simulate\\.ts$)'] },
      to: { path: '^tests/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
