import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

const firestore = createRequire(createRequire(import.meta.url).resolve('@google-cloud/firestore'));
const client = dirname(firestore.resolve('@google-cloud/firestore-api'));
const gax = dirname(createRequire(join(client, 'index.js')).resolve('google-gax'));

/** Services that Firestore's client opens beside its own, and never calls. */
const unusedService = `
  class Unused { close() { return Promise.resolve(); } }
  module.exports = { IamClient: Unused, LocationsClient: Unused, OperationsClient: Unused };`;

/** Smaller replacements for modules that Firestore's library imports. `contents` imports from `folder`. */
const replaced: Record<string, { folder: string; contents: string }> = {
  // Without gRPC, which is asked only for the credentials of an unencrypted connection.
  'google-gax': {
    folder: gax,
    contents: `
      const fallback = require('./fallback');
      const { Status } = require('./status');
      const loggingUtils = require('google-logging-utils');
      const grpc = { credentials: { createInsecure() {} } };
      module.exports = { ...fallback, fallback, Status, loggingUtils, grpc };`,
  },
  // The library and its client have a copy of this package each.
  'google-gax/fallback': { folder: gax, contents: `module.exports = require('./fallback');` },
  // Without the client for administrators.
  '@google-cloud/firestore-api': {
    folder: client,
    contents: `exports.v1 = require('./v1/firestore_client');`,
  },
  '@google-cloud/firestore-api/build/src/v1': {
    folder: client,
    contents: `module.exports = require('./v1/firestore_client');`,
  },
  // Classes for pipelines, which this site doesn't use.
  '../protos/firestore_v1_proto_api': {
    folder: client,
    contents: 'exports.google = { firestore: { v1: {} } };',
  },
  './iamService': { folder: gax, contents: unusedService },
  './locationService': { folder: gax, contents: unusedService },
  './operationsClient': { folder: gax, contents: unusedService },
};

/** Classes for the messages of those services. */
const unusedMessages = /^(\.\.\/)+protos\/(iam_service|locations|operations)$/;

/** Functions talk to Firestore over REST only, so this leaves out gRPC and all that it loads. */
export const firestoreOverRest: Plugin = {
  name: 'firestore-over-rest',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ path, importer }) =>
      path in replaced && importer.includes('@google-cloud/firestore')
        ? { path, namespace: 'over-rest' }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'over-rest' }, ({ path }) => {
      const it = replaced[path];
      return it && { contents: it.contents, resolveDir: it.folder };
    });
    build.onResolve({ filter: unusedMessages }, ({ path }) => ({ path, namespace: 'unused' }));
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: '' }));
    // The client reads all messages when it opens: without those for administrators, half of them.
    build.onLoad({ filter: /firestore-api\/build\/protos\/protos\.json$/ }, async ({ path }) => {
      const messages = JSON.parse(await readFile(path, 'utf8')) as {
        nested: { google: { nested: { firestore: { nested: { admin?: unknown } } } } };
      };
      delete messages.nested.google.nested.firestore.nested.admin;
      return { contents: JSON.stringify(messages), loader: 'json' };
    });
  },
};
