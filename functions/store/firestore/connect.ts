// Not by way of firebase-admin, which wraps this very class: a quarter less to load.
import { Firestore } from '@google-cloud/firestore';
import { PassThroughClient } from 'google-auth-library';
import { PunctualAuth } from './request.ts';

export type Connection =
  | { projectId: string; clientEmail: string; privateKey: string }
  /** As in FIRESTORE_EMULATOR_HOST: host and port. */
  | { projectId: string; emulatorHost: string };

/**
 * A cold function answers sooner over plain HTTP than it opens a gRPC channel. Over HTTP, though, the
 * library holds each write in memory for a minute after it was answered (the signal of its time limit
 * keeps it): too much for whoever writes thousands.
 */
export type Transport = 'rest' | 'grpc';

export function connect(connection: Connection, transport: Transport = 'rest'): Firestore {
  const { projectId } = connection;
  const settings = { projectId, preferRest: transport === 'rest' };
  if ('emulatorHost' in connection) {
    // Over REST the library looks for credentials even where nobody asks for them.
    const auth = new PunctualAuth({ projectId, authClient: new PassThroughClient() });
    return new Firestore({ ...settings, auth, host: connection.emulatorHost, ssl: false });
  }
  const { clientEmail: client_email, privateKey: private_key } = connection;
  const auth = new PunctualAuth({ projectId, credentials: { client_email, private_key } });
  return new Firestore({ ...settings, auth });
}
