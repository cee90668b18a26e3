import type { AiProvider } from '@service/ai-proxy'
import { createRecentMap } from '@service/base'
import type { DataSource } from '@service/datasource-toolkit'
import { type Customizer, compile, type Model } from '@service/engine'
import { createInFlight } from '@service/http'
import type { ServicePort } from '@service/service-client'
import { checkActionSlugs } from './actions/action-slug.js'
import type { ActivityLog } from './activity/activity-log.js'
import { checkRedaction } from './audit/check-redaction.js'
import { recordChanges } from './audit/record-changes.js'
import { createSignInAttempts } from './auth/sign-in-attempts.js'
import { createGateway } from './gateway/gateway.js'
import type { ImportJournal } from './import/import-journal.js'
import { noCodeEntries } from './no-code/no-code-entries.js'
import { observeGateway, observePlans, observeStatements } from './observe/observe-parts.js'
import { observeSerialisers } from './observe/observe-serialisers.js'
import { observeDataSource } from './observe/observe-sources.js'
import type { Observer } from './observe/observer.js'
import type { Metrics } from './observe/open-metrics.js'
import type { ResolvedOptions } from './options.js'
import { refuseWrites } from './refuse-writes.js'
import type { OpenDataSource, Runtime } from './runtime.js'
import { tagModel } from './schema/tag-model.js'
import { serialisers } from './serialise/serialisers.js'

/** A compiled model with its open data sources. */
export interface OpenModel {
  readonly model: Model
  readonly dataSources: readonly OpenDataSource[]
}

const rememberedQueries = 1000
/** One for each role and team that uses the panel. */
const rememberedSchemas = 50

/**
 * Opens the data sources and compiles the model, applying no-code customizations last; when either
 * fails, closes what was opened.
 */
export async function openModel(
  options: ResolvedOptions,
  customizer: Pick<Customizer, 'dataSources' | 'journal'>,
  restart: () => Promise<void>,
  customizations: readonly unknown[] = [],
  observer?: Observer,
): Promise<OpenModel> {
  const dataSources = await openDataSources(options, customizer, restart, observer)
  try {
    const entries = customizer.dataSources.map((entry, index) => ({
      ...entry,
      dataSource: dataSources[index]!.dataSource,
    }))
    const settings = engineSettings(options, observer)
    const byCode = await compile(entries, customizer.journal, settings)
    const noCode = noCodeEntries(byCode, customizations, options)
    const model =
      noCode.length === 0
        ? byCode
        : await compile(entries, [...customizer.journal, ...noCode], settings)
    if (options.useUnsafeActionEndpoint) checkActionSlugs(model)
    if (options.auditTrail) checkRedaction(model, options.auditTrail)
    return { model, dataSources }
  } catch (error) {
    await closeDataSources(options, dataSources)
    throw error
  }
}

/** An agent without collections works, but is probably misconfigured. */
export function warnOfNoCollection(
  { model: { collections }, dataSources }: OpenModel,
  { logger }: ResolvedOptions,
): void {
  if ([...collections.values()].some(({ isExported }) => isExported)) return
  const found =
    collections.size > 0 ? 'all of its collections are removed' : 'its datasources have none'
  const cause =
    dataSources.length === 0
      ? 'no datasource was added. Call addDataSource before start'
      : `${found}. Check the address, the schemas, include and exclude, and removeCollection`
  logger('Warn', `The agent shows no collection: ${cause}.`)
}

/** What a runtime uses in addition to its model. */
interface RuntimeParts {
  readonly imports: ImportJournal
  readonly activity?: ActivityLog
  readonly ai?: AiProvider
  /** The hash of the published schema; absent when none was published. */
  readonly schemaHash?: string
  readonly metrics?: Metrics
  readonly observer?: Observer
}

/** Creates the runtime that serves requests with this model. */
export function createRuntime(
  options: ResolvedOptions,
  service: ServicePort,
  open: OpenModel,
  { activity, imports, ai, schemaHash, metrics, observer }: RuntimeParts,
): Runtime {
  const { authSecrets, logger, allowedOrigins, trustProxy, ipRulesAllowLoopback, prefix } = options
  const gateway = createGateway({
    authSecrets,
    service,
    logger,
    allowedOrigins,
    trustProxy,
    ipRulesAllowLoopback,
    tagModel: () => tagModel(open, options, ai, schemaHash),
  })
  return {
    ...open,
    options,
    service,
    activity,
    imports,
    ai,
    gateway: observer ? observeGateway(gateway, observer) : gateway,
    serialise: observer ? observeSerialisers(observer) : serialisers,
    metrics,
    signIns: createSignInAttempts(authSecrets, `${prefix}/authentication`),
    inFlight: createInFlight(),
    lists: createRecentMap(rememberedQueries),
    counts: createRecentMap(rememberedQueries),
    projections: createRecentMap(rememberedQueries),
    panelSchemas: createRecentMap(rememberedSchemas),
  }
}

/** Closes all data sources; logs those that fail to close. */
export async function closeDataSources(
  { logger }: ResolvedOptions,
  dataSources: readonly OpenDataSource[],
): Promise<void> {
  await Promise.all(
    dataSources.map(({ label, dataSource }) =>
      dataSource
        .close()
        .catch(error => logger('Warn', `Could not close datasource ${label}`, error)),
    ),
  )
}

async function openDataSources(
  options: ResolvedOptions,
  customizer: Pick<Customizer, 'dataSources'>,
  restart: () => Promise<void>,
  observer: Observer | undefined,
): Promise<OpenDataSource[]> {
  const { readOnly } = options
  const observe = observer && observeStatements(observer)
  const prepare = (opened: DataSource) => {
    const dataSource = readOnly === undefined ? opened : refuseWrites(opened, readOnly)
    return observer ? observeDataSource(dataSource, observer) : dataSource
  }
  const results = await Promise.allSettled(
    customizer.dataSources.map(({ factory }) => factory(options.logger, restart, observe)),
  )
  const opened = results.flatMap((result, index) =>
    result.status === 'fulfilled' ? [labelled(prepare(result.value), index)] : [],
  )
  const failed = results.find(result => result.status === 'rejected')
  if (failed === undefined) return opened
  await closeDataSources(options, opened)
  throw failed.reason
}

/** Labels a data source by the connection it offers, or by its index and first collections. */
function labelled(dataSource: DataSource, index: number): OpenDataSource {
  const connection = dataSource.nativeConnections[0]?.name
  const names = dataSource.collections.slice(0, 3).map(collection => collection.name)
  const more = dataSource.collections.length > 3 ? ', …' : ''
  return { label: connection ?? `${index + 1} (${names.join(', ')}${more})`, dataSource }
}

function engineSettings(
  { logger, loggerLevel, auditTrail }: ResolvedOptions,
  observer: Observer | undefined,
) {
  const debug = (text: string) => logger('Debug', text)
  return {
    logger,
    ...(loggerLevel === 'Debug' && { debug }),
    ...(observer && { observer: observePlans(observer) }),
    ...(auditTrail && { recorder: recordChanges(auditTrail, logger) }),
  }
}
