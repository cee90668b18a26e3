import { checkOptionNames, listOptionNames, withoutTrailing } from '@service/base'
import { createActivityWriter } from '../activity/write-activity.js'
import { createApprovals } from '../approvals/approvals.js'
import { createCustomizations } from '../customizations/create-customizations.js'
import { createSnapshotUpdater } from '../documents/snapshot-updater.js'
import { createMcp } from '../mcp/create-mcp.js'
import type { ServicePort } from '../port/service-port.js'
import type { SignedInUser } from '../port/signed-in-user.js'
import { createSchemaSender } from '../schema/send-schema.js'
import { createPanel } from '../sign-in/panel.js'
import { createProvider } from '../sign-in/provider.js'
import { createSignIn } from '../sign-in/sign-in.js'
import { createCaller } from '../transport/call-service.js'
import { systemClock } from '../transport/clock.js'
import { createRetries } from '../transport/retry-later.js'
import type { ServiceClientOptions } from './options.js'

const optionNames = listOptionNames<ServiceClientOptions>({
  envSecret: true,
  serverUrl: true,
  snapshotPath: true,
  maxSnapshotAge: true,
  instantCacheRefresh: true,
  logger: true,
  clock: true,
  random: true,
})

/**
 * Connects an agent to its service over HTTP. While the service is unavailable, the agent uses the
 * permissions it loaded last.
 *
 * @example
 * const service = createServiceClient({
 *   envSecret: process.env.SERVICE_ENV_SECRET!,
 *   serverUrl: 'https://service.example.com',
 * })
 */
export function createServiceClient(options: ServiceClientOptions): ServicePort {
  checkOptionNames(options, optionNames, 'createServiceClient')
  const { envSecret, clock = systemClock, random = Math.random, logger = () => {} } = options
  const serverUrl = withoutTrailing(options.serverUrl, '/')
  const caller = createCaller({ serverUrl, envSecret, clock })
  const retries = createRetries(clock, random)
  const provider = createProvider({ caller, clock, serverUrl, envSecret })
  const snapshotUpdater = createSnapshotUpdater({ ...options, caller, clock, random, logger })

  /** Loads the permissions of a user who is new or has a new role, before their first request. */
  const ensureUserLoaded = async ({
    id,
    roleId,
  }: Pick<SignedInUser, 'id' | 'roleId'>): Promise<void> => {
    const known = snapshotUpdater.isTrusted ? snapshotUpdater.snapshot.users.get(id) : undefined
    if (known && (roleId === undefined || known.roleId === roleId)) return
    await snapshotUpdater.refresh(['users', 'renderings'])
  }

  return {
    start() {
      retries.start()
      return snapshotUpdater.start()
    },
    async stop() {
      retries.stop()
      const stopped = snapshotUpdater.stop()
      caller.stop()
      await stopped
    },
    get snapshot() {
      return snapshotUpdater.snapshot
    },
    get status() {
      return snapshotUpdater.status
    },
    onChange: snapshotUpdater.onChange,
    refreshRendering: async () => {
      // With an open event stream, the change arrives as an event.
      if (!snapshotUpdater.isListening) await snapshotUpdater.refresh(['renderings'])
    },
    sendSchema: createSchemaSender({
      caller,
      retries,
      logger,
      onSent: () => snapshotUpdater.refresh(['rights', 'renderings']),
    }),
    ...createSignIn({ caller, provider, clock, onSignIn: ensureUserLoaded }),
    writeActivity: createActivityWriter(caller),
    ...createApprovals({ caller, provider, retries, clock, logger }),
    customizations: createCustomizations(caller, snapshotUpdater),
    mcp: createMcp({
      caller,
      provider,
      clock,
      snapshotUpdater,
      onGrant: id => ensureUserLoaded({ id }),
    }),
    panel: createPanel({ caller, snapshotUpdater, onSignIn: ensureUserLoaded }),
  }
}
