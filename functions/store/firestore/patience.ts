/** The longest that a call of the store may take. A visitor is waiting for the answer. */
export const patienceMs = 6000;

/** A little less, so that the library still tells why. Unasked it goes on for ten minutes. */
const ownPatienceMs = patienceMs - 1000;

/** The retries that the library makes by itself. */
export const clientConfig = {
  interfaces: {
    'google.firestore.v1.Firestore': {
      retry_params: {
        default: {
          initial_retry_delay_millis: 100,
          retry_delay_multiplier: 1.3,
          max_retry_delay_millis: 1000,
          initial_rpc_timeout_millis: ownPatienceMs,
          rpc_timeout_multiplier: 1,
          max_rpc_timeout_millis: ownPatienceMs,
          total_timeout_millis: ownPatienceMs,
        },
      },
    },
  },
};
