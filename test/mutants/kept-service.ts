import {
  startTestService as start,
  type TestService,
} from '../../apps/service/src/testing/start-test-service.js'

const everywhere = globalThis as { keptService?: Promise<TestService> }

/**
 * Starts the service of tests that change no setting once for all mutants: they make what they need
 * in it, and starting it takes longer than they do.
 */
export const startTestService: typeof start = async (postgresUrl, overrides) => {
  if (overrides && Object.keys(overrides).length > 0) return start(postgresUrl, overrides)
  everywhere.keptService ??= start(postgresUrl)
  return { ...(await everywhere.keptService), stop: async () => {} }
}
