import { readConfig, variableNames } from '../config.js'
import { findUser } from '../features/people/create-user.js'
import { createWelcomeLink } from '../features/welcome/welcome-links.js'
import { createFirstAdministrator } from '../first-run/create-first-administrator.js'
import { startMaintenance } from '../maintenance/start-maintenance.js'
import { createLogger } from '../operations/logger.js'
import { startService } from '../start-service.js'
import { ensureProject, type ProjectSettings } from './ensure-project.js'

/** A service on an embedded store with one project, for an agent in the same process. */
export interface OwnProjectOptions extends ProjectSettings {
  /** The folder that contains the store. */
  readonly dataDir: string
  readonly port: number
  /** Encrypts what the service stores: at least 32 characters, always the same. */
  readonly secret: string
  /** Of the administrator, when the account is created. */
  readonly adminPassword: string
  /** The lowest level that is logged, such as `warn`. Optional: the default of the service. */
  readonly logLevel?: string
  /** A built panel. Optional: that of the installed package. */
  readonly panelDir?: string
}

export interface OwnProject {
  readonly url: string
  /** Whether the service has a panel to show. */
  readonly hasPanel: boolean
  /** Creates a link that signs the administrator in, once within ten minutes. */
  createLink(): Promise<string>
  /** Finishes running requests, then closes everything. */
  stop(): Promise<void>
}

/**
 * Starts the service on 127.0.0.1 with one project. Administrator and project are created on the first start.
 *
 * @example
 * const { url, createLink, stop } = await startOwnProject({
 *   dataDir: '/home/ada/.local/share/backoffice/shop',
 *   port: 3310,
 *   secret: randomBytes(32).toString('hex'),
 *   projectName: 'shop',
 *   adminEmail: 'admin@example.com',
 *   adminPassword: randomBytes(12).toString('base64url'),
 *   envSecret: randomBytes(32).toString('hex'),
 *   agentUrl: 'http://127.0.0.1:3351/service',
 * })
 */
export async function startOwnProject(options: OwnProjectOptions): Promise<OwnProject> {
  const { adminEmail } = options
  const config = readConfig({
    [variableNames.host]: '127.0.0.1',
    [variableNames.port]: String(options.port),
    [variableNames.dataDir]: options.dataDir,
    [variableNames.secret]: options.secret,
    [variableNames.adminEmail]: adminEmail,
    [variableNames.adminPassword]: options.adminPassword,
    [variableNames.logLevel]: options.logLevel,
    [variableNames.panelDir]: options.panelDir,
  })
  const service = await startService(config, createLogger(config), async deps => {
    await createFirstAdministrator(deps)
    await ensureProject(deps, options)
  })
  const { db } = service.deps.store
  const maintenance = startMaintenance(service.deps)
  return {
    url: service.url,
    hasPanel: service.deps.panel !== undefined,
    async createLink() {
      const person = await findUser(db, adminEmail)
      if (!person) throw new Error(`There is no account of ${adminEmail} any more.`)
      return db
        .transaction()
        .execute(transaction => createWelcomeLink(transaction, person, service.url))
    },
    async stop() {
      await maintenance.stop()
      await service.stop()
    },
  }
}
