// Import this directly: firebase-admin wraps the same class, and loads a third more code.
import { Firestore } from '@google-cloud/firestore';
import { PassThroughClient } from 'google-auth-library';
import { PunctualAuth } from './request.ts';

export type Connection =
  | { projectId: string; clientEmail: string; privateKey: string }
  /** As in FIRESTORE_EMULATOR_HOST: host and port. */
  | { projectId: string; emulatorHost: string };

/**
 * Over plain HTTP, a cold function answers before it could open a gRPC channel. But then the library
 * keeps each write in memory for a minute after the answer (its timeout signal does), which is too much
 * for a program that writes thousands.
 */
export type Transport = 'rest' | 'grpc';

export function connect(connection: Connection, transport: Transport = 'rest'): Firestore {
  const { projectId } = connection;
  const settings = { projectId, preferRest: transport === 'rest' };
  if ('emulatorHost' in connection) {
    // Over REST the library looks for credentials even if nobody checks them.
    const auth = new PunctualAuth({ projectId, authClient: new PassThroughClient() });
    return new Firestore({ ...settings, auth, host: connection.emulatorHost, ssl: false });
  }
  const { clientEmail: client_email, privateKey: private_key } = connection;
  const auth = new PunctualAuth({ projectId, credentials: { client_email, private_key } });
  return new Firestore({ ...settings, auth });
}
