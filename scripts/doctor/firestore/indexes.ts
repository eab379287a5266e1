import * as z from 'zod/mini';
import { CheckFailed, passed, type Check, type DoctorDeps } from '../check.ts';
import { askGoogle, bearer, google, toFailure } from '../google/ask.ts';
import { accountKey } from '../google/key.ts';
import { services } from '../settings.ts';
import { deploy, repositoryFile } from './rules.ts';
import {
  deployedAs,
  deployedField,
  deployedIndex,
  plannedIn,
  type Field,
  type Plan,
  type State,
} from './index-plan.ts';
import { firestore } from './reachable.ts';

const nextPageToken = z.optional(z.string());
const indexesPage = z.object({ indexes: z.optional(z.array(deployedIndex)), nextPageToken });
const fieldsPage = z.object({ fields: z.optional(z.array(deployedField)), nextPageToken });

export const indexes: Check = {
  name: 'indexes',
  needs: [services, accountKey, firestore],
  run: async (world, { found, signal }) => {
    const { projectId } = found(services).account;
    const wanted = await plan(world);
    const list = lists(world, projectId, { headers: bearer(found(accountKey)), signal });
    const deployed = await Promise.all([list.indexes(), list.fields()]).catch((error: unknown) => {
      throw toFailure(error, {
        projectId,
        what: 'list the indexes',
        api: 'firestore.googleapis.com',
        role: 'Cloud Datastore Viewer (roles/datastore.viewer)',
      });
    });
    const sentence = said(differences(wanted, deployedAs(...deployed)), projectId);
    if (sentence) throw new CheckFailed(sentence);
    return passed(
      `${wanted.indexes.size} indexes and the settings of ${wanted.fields.size} fields`,
    );
  },
};

async function plan(world: DoctorDeps): Promise<Plan> {
  const name = 'firestore.indexes.json';
  const text = await repositoryFile(world, name);
  try {
    return plannedIn(text);
  } catch (cause) {
    throw new CheckFailed(`${name} can't be read: restore it with git checkout ${name}`, {
      cause,
    });
  }
}

type Differences = Record<'missing' | 'building' | 'broken' | 'extra', string[]>;

/** A wanted setting and its state in Firestore, which is undefined if it differs. */
interface Wanted {
  name: string;
  is: State | undefined;
}

function differences(wanted: Plan, { indexes, fields }: Plan): Differences {
  const all = [
    ...[...wanted.indexes.keys()].map((name): Wanted => ({ name, is: indexes.get(name) })),
    ...[...wanted.fields].flatMap(([name, field]) => ofField(name, field, fields.get(name))),
  ];
  const those = (state?: State) => all.filter(({ is }) => is === state).map(({ name }) => name);
  return {
    missing: those(),
    building: those('building'),
    broken: those('broken'),
    extra: [
      ...[...indexes.keys()].filter((it) => !wanted.indexes.has(it)),
      ...[...fields.keys()].filter((it) => !wanted.fields.has(it)).map((it) => `settings of ${it}`),
    ],
  };
}

function ofField(field: string, wanted: Field, deployed: Field | undefined): Wanted[] {
  const same = String(deployed?.indexes) === String(wanted.indexes) && deployed !== undefined;
  const found: Wanted[] = [
    {
      name: `${wanted.indexes.length === 0 ? 'no indexes' : 'indexes'} of ${field}`,
      is: same ? 'ready' : undefined,
    },
  ];
  if (wanted.expiry) found.push({ name: `expiry by ${field}`, is: deployed?.expiry });
  else if (deployed?.expiry) found.push({ name: `no expiry by ${field}`, is: undefined });
  return found;
}

function said({ missing, broken, building, extra }: Differences, projectId: string): string {
  const list = `https://console.firebase.google.com/project/${projectId}/firestore/indexes`;
  const parts: [names: string[], what: string, fix: string][] = [
    [missing, 'Not in Firestore', deploy(projectId)],
    [broken, 'Broken', `delete it at ${list}, then run ${deploy(projectId)}`],
    [building, 'Still being built', 'run the doctor again in a few minutes'],
    [
      extra,
      'Not in firestore.indexes.json',
      `add it there, or delete it with ${deploy(projectId)} --force`,
    ],
  ];
  return parts
    .filter(([names]) => names.length > 0)
    .map(([names, what, fix]) => `${what}: ${names.join('; ')}: ${fix}`)
    .join(' - ');
}

function lists(world: DoctorDeps, projectId: string, options: Parameters<typeof askGoogle>[3]) {
  const parent = `${google.firestore}/projects/${projectId}/databases/(default)/collectionGroups/-`;
  // Only fields with settings of their own; Firestore refuses to list fields without a filter.
  const filter = 'indexConfig.usesAncestorConfig=false OR ttlConfig:*';
  return {
    indexes: () =>
      pages(
        (pageToken) =>
          askGoogle(world, withQuery(`${parent}/indexes`, { pageToken }), indexesPage, options),
        ({ indexes }) => indexes,
      ),
    fields: () =>
      pages(
        (pageToken) =>
          askGoogle(
            world,
            withQuery(`${parent}/fields`, { filter, pageToken }),
            fieldsPage,
            options,
          ),
        ({ fields }) => fields,
      ),
  };
}

async function pages<P extends { nextPageToken?: string | undefined }, T>(
  ask: (token: string) => Promise<P>,
  itemsOf: (page: P) => T[] | undefined,
): Promise<T[]> {
  const all: T[] = [];
  let token = '';
  do {
    const page = await ask(token);
    all.push(...(itemsOf(page) ?? []));
    token = page.nextPageToken ?? '';
  } while (token);
  return all;
}

function withQuery(url: string, query: Record<string, string>): string {
  const set = Object.entries(query).filter(([, value]) => value !== '');
  return set.length > 0 ? `${url}?${new URLSearchParams(set).toString()}` : url;
}
