import { type Config, readConfig } from '../config.js'
import { fillDemo } from '../demo/fill-demo.js'
import type { Deps } from '../deps.js'
import { findUser } from '../features/people/create-user.js'
import { createWelcomeLink } from '../features/welcome/welcome-links.js'
import {
  chooseAdminEmail,
  createFirstAdministrator,
} from '../first-run/create-first-administrator.js'
import { startMaintenance } from '../maintenance/start-maintenance.js'
import { createLogger } from '../operations/logger.js'
import { type RunningService, startService } from '../start-service.js'
import type { CommandIo } from './command-io.js'
import { followParent } from './parent-process.js'

/** Starts the service. It stops on SIGINT or SIGTERM, or when the process that forked it exits. */
export async function up(options: { readonly demo?: boolean }, io: CommandIo): Promise<void> {
  const config = readConfig(io.environment)
  const log = createLogger(config)
  const service = await startService(config, log, deps => prepare(deps, options, io))
  const maintenance = startMaintenance(service.deps)
  const end = endOnce(async () => {
    log.info('the service is stopping')
    await maintenance.stop()
    await service.stop()
  })
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  const welcomeUrl = options.demo ? await createDemoLink(service) : undefined
  announce(service.url, config, io)
  if (welcomeUrl !== undefined) io.output.write(`Sign in once: ${welcomeUrl}\n`)
  log.info({ url: service.url, store: service.deps.store.description }, 'the service is ready')
  followParent({ url: service.url, welcomeUrl }, end)
}

/** Makes sure that at least one person can sign in before the service accepts requests. */
async function prepare(
  deps: Deps,
  { demo = false }: { readonly demo?: boolean },
  { environment, output }: CommandIo,
): Promise<void> {
  const first = await createFirstAdministrator(deps)
  if (first) output.write(`First administrator: ${first.email}\n`)
  if (first?.madePassword) output.write(`Password, shown only now: ${first.madePassword}\n`)
  if (!demo) return
  await fillDemo(deps, {
    adminEmail: chooseAdminEmail(deps.config),
    envSecret: environment.SERVICE_ENV_SECRET,
  })
}

/** A link that signs the administrator of the demo in, when there is one. */
async function createDemoLink({ deps, url }: RunningService): Promise<string | undefined> {
  const { config, store } = deps
  const person = await findUser(store.db, chooseAdminEmail(config))
  if (!person) return undefined
  const base = config.publicUrl ?? url
  return store.db.transaction().execute(transaction => createWelcomeLink(transaction, person, base))
}

function announce(url: string, { publicUrl }: Config, { output }: CommandIo): void {
  const base = (publicUrl ?? url).replace(/\/$/, '')
  output.write(`The service is ready at ${base}\n`)
  if (publicUrl !== undefined) output.write(`It listens at ${url}\n`)
  output.write(`API reference: ${base}/docs\n`)
}

/** The first signal stops the service gracefully; the second ends the process immediately. */
function endOnce(stop: () => Promise<void>): () => void {
  let isStopping = false
  return () => {
    if (isStopping) process.exit(1)
    isStopping = true
    stop().then(
      () => process.exit(0),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  }
}
