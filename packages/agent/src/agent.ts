import type { AiProvider } from '@service/ai-proxy'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import {
  type Chained,
  type ChartDefinition,
  type CollectionCustomizer,
  captureCallSite,
  createCustomizer,
  type Fold,
  type Plugin,
  type PluginOptions,
  type Schema,
  type SourceOptions,
} from '@service/engine'
import {
  createInFlight,
  createStandaloneServer,
  type ExpressHost,
  type FastifyHost,
  type FetchHost,
  type HttpHandler,
  type KoaHost,
  mountOnExpress,
  mountOnFastify,
  mountOnKoa,
  mountOnNestJs,
  type NestHost,
  type StandaloneServer,
  toFetchHandler,
} from '@service/http'
import type { McpMountOptions } from '@service/mcp-server'
import type { ServicePort } from '@service/service-client'
import type { ActivityLog } from './activity/activity-log.js'
import { openActivityLog } from './activity/open-activity-log.js'
import { closeAuditTrail } from './audit/close-audit-trail.js'
import { openAuditTrail } from './audit/open-audit-trail.js'
import { followPanelOrigins, listPanelOrigins } from './auth/panel-origins.js'
import {
  closeDataSources,
  createRuntime,
  type OpenModel,
  openModel,
  warnOfNoCollection,
} from './build-runtime.js'
import { connectService } from './connect-service.js'
import { ConfigurationError, NotStartedError, StoppedWhileStartingError } from './errors.js'
import { reportOpenRights } from './gateway/open-rights.js'
import { createHandler, createInnerHandler } from './handler.js'
import type { ImportJournal } from './import/import-journal.js'
import { openImportJournal } from './import/open-import-journal.js'
import { createMcpMount, type McpMount } from './mcp/mcp-mount.js'
import { fetchCustomizations, followCustomizations } from './no-code/follow-customizations.js'
import type { Observer } from './observe/observer.js'
import { type Metrics, openMetrics } from './observe/open-metrics.js'
import { openObserver } from './observe/open-observer.js'
import { type AgentOptions, type ResolvedOptions, resolveOptions } from './options.js'
import { routes } from './routes/index.js'
import type { Runtime } from './runtime.js'
import { generateSchema, prepareSchema, writeTypings } from './schema/prepare-schema.js'
import { metaWith } from './schema/schema-meta.js'

const defaultPort = 3351

/** The given port, else that of the variable; undefined when there is neither. */
function checkPort(given: number | undefined, variable = ''): number | undefined {
  if (given === undefined && variable === '') return undefined
  const port = given ?? Number(variable)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  const name = given === undefined ? 'The variable PORT' : 'The port of mountOnStandaloneServer'
  throw new ConfigurationError(
    `${name} is '${given ?? variable}'. It must be a whole number from 0 to 65535.`,
  )
}

/** How long a stop or a restart waits for the requests in flight, in milliseconds. */
const drainMs = 10_000

/**
 * Creates an agent; wrong options fail here, naming the option.
 *
 * @example
 * const agent = createAgent({
 *   authSecret: process.env.AUTH_SECRET!,
 *   envSecret: process.env.ENV_SECRET!,
 *   service: createInProcessService({
 *     users: [{ id: 1, email: 'ada@example.com', roleId: 1 }],
 *     rights: true,
 *   }),
 * })
 * agent.addDataSource(createSqlDataSource('postgres://user:secret@localhost:5432/shop'))
 * await agent.mountOnStandaloneServer(3351).start()
 */
export function createAgent<S extends Schema = Schema>(options: AgentOptions): Agent<S> {
  return new Agent<S>(resolveOptions(options))
}

/** A back office over data sources: customize it by chained calls, mount it, start it. */
export class Agent<S extends Schema = Schema> {
  /**
   * Handles a web `Request`: for Next.js route handlers, Hono and similar.
   *
   * @example
   * const response = await agent.fetch(new Request('http://localhost/service/'))
   */
  readonly fetch: (request: Request, host?: FetchHost) => Promise<Response>

  readonly #options: ResolvedOptions
  readonly #customizer = createCustomizer<S>()
  #handler: HttpHandler
  /** Handles the requests that the agent makes itself. */
  #innerHandler: HttpHandler
  /** Opened by the first `start`, if the option is set. */
  #metrics: Metrics | undefined
  /** Measures the agent; chosen by `start`, absent when nobody asks for spans or metrics. */
  #observer: Observer | undefined
  readonly #inFlight = createInFlight()
  #isStarted = false
  #service: ServicePort | undefined
  #stopReportingRights: (() => void) | undefined
  #activity: ActivityLog | undefined
  #imports: ImportJournal | undefined
  #ai: AiProvider | undefined
  #runtime: Runtime | undefined
  /** The runtime that serves tool calls which `stop` still waits for. */
  #ending: Runtime | undefined
  #mcp: McpMount | undefined
  /** The customizations the runtime was built with, as JSON. */
  #appliedCustomizations = '[]'
  /** Opened only to write the schema; closed by `stop`. */
  #idleModel: Promise<OpenModel> | undefined
  #isAuditTrailOpen = false
  #address: { readonly port: number; readonly host?: string } | undefined
  #server: Promise<StandaloneServer> | undefined
  #port: number | undefined
  #restarting: Promise<void> = Promise.resolve()
  #queuedRestart: Promise<void> | undefined
  /** Settles when the last `start` has ended, successfully or not. */
  #starting: Promise<unknown> = Promise.resolve()
  /** Settles when the last `stop` has ended. */
  #stopping: Promise<unknown> = Promise.resolve()
  /** Number of calls of `stop`: a `start` that finds another number was stopped meanwhile. */
  #stops = 0
  /** Resolves for each replaced model when its data sources are closed. */
  readonly #closing = new Set<Promise<void>>()

  constructor(options: ResolvedOptions) {
    this.#options = options
    this.#handler = this.#createHandler()
    this.#innerHandler = createInnerHandler(options, this.#currentOrEnding)
    this.fetch = toFetchHandler(request => this.#handler(request), this.#serving)
  }

  /** The port of the standalone server, once it listens. */
  get standaloneServerPort(): number | undefined {
    return this.#port
  }

  /**
   * Adds a data source; `include` and `exclude` select its collections, `rename` renames them.
   *
   * @example
   * agent.addDataSource(createSqlDataSource('postgres://user:secret@localhost:5432/shop'), {
   *   exclude: ['migrations'],
   *   rename: { usr: 'users' },
   * })
   */
  addDataSource(factory: DataSourceFactory, options?: SourceOptions): this {
    this.#customizer.addDataSource(factory, options, captureCallSite(this.addDataSource))
    return this
  }

  /**
   * Customizes one collection by chained calls.
   *
   * @example
   * agent.customizeCollection('orders', orders =>
   *   orders
   *     .addSegment('Pending', { field: 'status', operator: 'Equal', value: 'pending' })
   *     .disableCount(),
   * )
   */
  customizeCollection<const N extends keyof S & string, R>(
    name: N,
    callback: (collection: CollectionCustomizer<S, Chained<S, N>>) => R,
  ): Agent<Fold<S, N, R>> {
    const calledFrom = captureCallSite(this.customizeCollection)
    this.#customizer.customizeCollection(name, callback, calledFrom)
    // The same object: only the type of its collections changes.
    return this as unknown as Agent<Fold<S, N, R>>
  }

  /**
   * Adds a chart of the whole project, not of one record.
   *
   * @example
   * agent.addChart('averageOrder', async (context, resultBuilder) => {
   *   const orders = context.dataSource.getCollection('orders')
   *   const [average] = await orders.aggregate({}, { operation: 'Avg', field: 'total' })
   *   return resultBuilder.value(Number(average?.value ?? 0))
   * })
   */
  addChart(name: string, definition: ChartDefinition<S>): this {
    this.#customizer.addChart(name, definition, captureCallSite(this.addChart))
    return this
  }

  /**
   * Loads a plugin: a function that customizes any collection.
   *
   * @example
   * agent.use(hideCollections, { prefix: 'tmp_' })
   */
  use<O = undefined>(plugin: Plugin<O>, ...options: PluginOptions<O>): this {
    this.#customizer.use(plugin, options[0], captureCallSite(this.use as () => unknown))
    return this
  }

  /**
   * Hides collections from clients; customization code can still use them.
   *
   * @example
   * agent.removeCollection('sessions', 'migrations')
   */
  removeCollection(...names: (keyof S & string)[]): this {
    this.#customizer.removeCollection(names, captureCallSite(this.removeCollection))
    return this
  }

  /**
   * Lets signed-in people use an AI model through the agent, which keeps the API key. Once per agent.
   *
   * @example
   * agent.addAi(
   *   createAiProvider({
   *     name: 'assistant',
   *     provider: 'openai',
   *     apiKey: process.env.OPENAI_API_KEY!,
   *     model: 'gpt-5-mini',
   *   }),
   * )
   */
  addAi(provider: AiProvider): this {
    if (typeof provider?.providerResponse !== 'function') {
      throw new ConfigurationError('addAi expects a provider, such as createAiProvider() makes.')
    }
    if (this.#ai) {
      const { name } = this.#ai.models[0] ?? {}
      throw new ConfigurationError(`addAi was called before, for '${name}': an agent has one AI.`)
    }
    this.#ai = provider
    return this
  }

  /**
   * Opens the data sources, publishes the schema and starts to serve requests. Rejects when `stop` is
   * called meanwhile; during a `stop`, it waits until that has ended.
   *
   * @example
   * await agent.start()
   */
  async start(): Promise<void> {
    if (this.#isStarted) throw new ConfigurationError('The agent is already started.')
    this.#isStarted = true
    const stops = this.#stops
    const started = this.#stopping.then(() => this.#open(stops))
    this.#starting = started.catch(() => undefined)
    return started
  }

  /**
   * Finishes the requests in flight, then closes the server and the data sources. Cancels a running
   * `start` or `restart`: nothing is open when the promise resolves.
   *
   * @example
   * process.once('SIGTERM', () => agent.stop())
   */
  async stop(): Promise<void> {
    this.#isStarted = false
    this.#stops += 1
    // Cancels a start that waits for the service.
    if (!this.#runtime) void this.#service?.stop().catch(() => undefined)
    this.#stopServing()
    const before = [this.#stopping, this.#starting, this.#restarting.catch(() => undefined)]
    const stopped = Promise.all(before).then(() => this.#close())
    this.#stopping = stopped.catch(() => undefined)
    return stopped
  }

  /**
   * Builds a new runtime while the current one serves, then switches to it. When that fails, the current
   * one keeps serving and the promise rejects. Calls made during a restart share the next one.
   *
   * @example
   * await agent.restart()
   */
  restart(): Promise<void> {
    this.#queuedRestart ??= this.#restarting
      .catch(() => undefined)
      .then(() => {
        this.#queuedRestart = undefined
        this.#restarting = this.#swap()
        return this.#restarting
      })
    return this.#queuedRestart
  }

  /**
   * Writes the schema file, and the typings when `typingsPath` is set, without starting. Each call builds
   * the model again; the service is contacted only for no-code actions, when `experimental` enables
   * them. The data sources stay open until `stop`.
   *
   * @example
   * await agent.generateSchemaOnly()
   * await agent.stop()
   */
  async generateSchemaOnly(): Promise<void> {
    const { model } = await this.#openIdle(await fetchCustomizations(this.#options))
    await generateSchema(model, this.#options, metaWith(this.#ai?.models))
  }

  /**
   * Writes the typings alone; paths in them cross at most `typingsMaxDepth` relations.
   *
   * @example
   * await agent.updateTypesOnFileSystem('src/typings.ts', 2)
   */
  async updateTypesOnFileSystem(typingsPath: string, typingsMaxDepth: number): Promise<void> {
    const { model } = this.#runtime ?? (await this.#openIdle())
    await writeTypings(model, typingsPath, typingsMaxDepth)
  }

  /**
   * Lets AI clients use the records over MCP, each on behalf of a person who consented, with that
   * person's rights. The endpoint is `/mcp`, or `/mcp` below `basePath`.
   *
   * @example
   * agent.mountAiMcpServer({ enabledTools: ['describeCollection', 'list', 'listRelated'] })
   */
  mountAiMcpServer(options: McpMountOptions = {}): this {
    if (this.#mcp) throw new ConfigurationError('mountAiMcpServer can be called once.')
    if (this.#isStarted) throw new ConfigurationError('Call mountAiMcpServer before start.')
    const inside = toFetchHandler(request => this.#innerHandler(request), this.#serving)
    // The IP address of the AI client was checked when its tool call was received.
    const fetch = (request: Request) => inside(request, { isInternal: true })
    const current = this.#currentOrEnding
    this.#mcp = createMcpMount(options, this.#options, { current, fetch })
    return this
  }

  /**
   * Listens on its own port: the one given, else `PORT`, else 3351; 0 selects a free one.
   *
   * @example
   * await agent.mountOnStandaloneServer(3351, '127.0.0.1').start()
   */
  mountOnStandaloneServer(port?: number, host?: string): this {
    this.#address = { port: checkPort(port, process.env.PORT) ?? defaultPort, host }
    // `start` reports a port that is already in use.
    this.#listen().catch(() => undefined)
    return this
  }

  /**
   * Serves the paths under the prefix in an Express 4 or 5 application or router.
   *
   * @example
   * const app = express()
   * agent.mountOnExpress(app)
   * await agent.start()
   */
  mountOnExpress(app: ExpressHost): this {
    mountOnExpress(app, this.#options.prefix, () => this.#handler, this.#mounting)
    return this
  }

  /**
   * Serves the paths under the prefix in a Fastify application; call it before `listen`.
   *
   * @example
   * const app = fastify()
   * agent.mountOnFastify(app)
   * await agent.start()
   */
  mountOnFastify(app: FastifyHost): this {
    mountOnFastify(app, this.#options.prefix, () => this.#handler, this.#mounting)
    return this
  }

  /**
   * Serves the paths under the prefix in a Koa application.
   *
   * @example
   * const app = new Koa()
   * agent.mountOnKoa(app)
   * await agent.start()
   */
  mountOnKoa(app: KoaHost): this {
    mountOnKoa(app, this.#options.prefix, () => this.#handler, this.#mounting)
    return this
  }

  /**
   * Serves the paths under the prefix in a NestJS application on Express or Fastify; call it before `listen`.
   *
   * @example
   * const app = await NestFactory.create(AppModule)
   * agent.mountOnNestJs(app)
   * await agent.start()
   */
  mountOnNestJs(app: NestHost): this {
    mountOnNestJs(app, this.#options.prefix, () => this.#handler, this.#mounting)
    return this
  }

  get #serving() {
    const { logger } = this.#options
    const log = (message: string, error: unknown) => logger('Error', message, error)
    return { inFlight: this.#inFlight, log }
  }

  get #mounting() {
    return { ...this.#serving, claims: (url: string) => this.#mcp?.claims(url) === true }
  }

  /** Restarts with other customizations; requests are served meanwhile. */
  readonly #customizationsChanged = (): void => {
    const current = JSON.stringify(this.#service?.customizations?.current ?? [])
    if (!this.#runtime || current === this.#appliedCustomizations) return
    this.#options.logger('Info', 'Actions made without code have changed: the agent restarts')
    // A failure is logged by the restart itself.
    this.restart().catch(() => undefined)
  }

  #current(): Runtime {
    if (this.#runtime) return this.#runtime
    throw new NotStartedError('The agent is not started: call its start().')
  }

  readonly #currentOrEnding = (): Runtime => this.#ending ?? this.#current()

  #createHandler(): HttpHandler {
    return createHandler(
      this.#options,
      () => this.#current(),
      () => this.#mcp,
      () => listPanelOrigins(this.#options, this.#service),
      this.#observer,
    )
  }

  /** Chooses once per start how requests are handled, so that unmeasured ones cost nothing more. */
  async #openObserver(): Promise<void> {
    const { metrics } = this.#options
    if (metrics) {
      this.#metrics ??= await openMetrics(metrics, {
        inFlight: this.#inFlight,
        service: () => this.#service,
        activity: () => this.#activity,
      })
    }
    this.#observer = await openObserver(this.#options, this.#metrics)
    this.#handler = this.#createHandler()
    this.#innerHandler = createInnerHandler(this.#options, this.#currentOrEnding, this.#observer)
  }

  /** The steps of `start`; when one fails or `stop` is called, everything opened is closed. */
  async #open(stops: number): Promise<void> {
    const throwIfStopped = () => this.#refuseStopped(stops)
    try {
      throwIfStopped()
      await this.#openObserver()
      throwIfStopped()
      const service = connectService(this.#options)
      this.#service = service
      await service.start()
      throwIfStopped()
      const panelFollowed = followPanelOrigins(this.#options, service)
      this.#stopReportingRights = reportOpenRights(service, this.#options.logger)
      await followCustomizations(this.#options, service, this.#customizationsChanged)
      throwIfStopped()
      this.#activity = await openActivityLog(this.#options, service, routes, this.#observer)
      throwIfStopped()
      this.#isAuditTrailOpen = true
      await openAuditTrail(this.#options)
      throwIfStopped()
      this.#runtime = await this.#build(service, throwIfStopped)
      throwIfStopped()
      await this.#mcp?.start(service)
      throwIfStopped()
      await panelFollowed
      throwIfStopped()
      await this.#listen()
      throwIfStopped()
      // Applies customizations that changed while the agent was starting.
      this.#customizationsChanged()
    } catch (error) {
      const isStopped = this.#stops !== stops
      if (!isStopped) this.#options.logger('Error', 'The agent could not start', error)
      this.#stopServing()
      await this.#close()
      if (!isStopped) this.#isStarted = false
      // Errors caused by the stop itself are not reported.
      throw isStopped ? new StoppedWhileStartingError() : error
    }
  }

  #refuseStopped(stops: number): void {
    if (this.#stops !== stops) throw new StoppedWhileStartingError()
  }

  /** Rejects new requests; those in flight continue. */
  #stopServing(): void {
    this.#mcp?.stop()
    if (!this.#runtime) return
    this.#ending = this.#runtime
    this.#runtime = undefined
  }

  /** Closes everything that is open; can be called twice. */
  async #close(): Promise<void> {
    this.#stopServing()
    this.#stopReportingRights?.()
    this.#stopReportingRights = undefined
    const [ending, idleModel, listening] = [this.#ending, this.#idleModel, this.#server]
    const [activity, service, isAuditTrailOpen] = [
      this.#activity,
      this.#service,
      this.#isAuditTrailOpen,
    ]
    this.#idleModel = undefined
    this.#server = undefined
    this.#port = undefined
    this.#activity = undefined
    this.#service = undefined
    this.#isAuditTrailOpen = false
    const server = await listening?.catch(() => undefined)
    await Promise.all([server?.stop(drainMs), this.#inFlight.idle(drainMs)])
    this.#ending = undefined
    const idle = await idleModel?.catch(() => undefined)
    for (const open of [ending, idle]) {
      if (open) await closeDataSources(this.#options, open.dataSources)
    }
    await Promise.all(this.#closing)
    await activity?.close()
    if (isAuditTrailOpen) await closeAuditTrail(this.#options)
    await service?.stop()
  }

  async #build(service: ServicePort, throwIfStopped: () => void): Promise<Runtime> {
    const customizations = this.#options.experimental ? service.customizations?.current : undefined
    this.#appliedCustomizations = JSON.stringify(customizations ?? [])
    this.#imports ??= openImportJournal(this.#options, service)
    const restart = () => this.restart()
    const open = await openModel(
      this.#options,
      this.#customizer,
      restart,
      customizations,
      this.#observer,
    )
    try {
      throwIfStopped()
      warnOfNoCollection(open, this.#options)
      const meta = metaWith(this.#ai?.models)
      const schemaHash = await prepareSchema(open.model, this.#options, service, meta)
      return createRuntime(this.#options, service, open, {
        activity: this.#activity,
        imports: this.#imports,
        ai: this.#ai,
        schemaHash,
        metrics: this.#metrics,
        observer: this.#observer,
      })
    } catch (error) {
      await closeDataSources(this.#options, open.dataSources)
      throw error
    }
  }

  async #swap(): Promise<void> {
    const old = this.#current()
    const stops = this.#stops
    const throwIfStopped = () => this.#refuseStopped(stops)
    const built = await this.#build(old.service, throwIfStopped).catch(error => {
      throwIfStopped()
      this.#options.logger(
        'Error',
        'The agent could not restart: it continues to serve without the changes',
        error,
      )
      throw error
    })
    const isStopped = this.#stops !== stops
    if (!isStopped) this.#runtime = built
    const { dataSources, inFlight } = isStopped ? built : old
    // The data sources of the old model stay open until its requests in flight are done.
    const closed = inFlight
      .idle(drainMs)
      .then(() => closeDataSources(this.#options, dataSources))
      .finally(() => this.#closing.delete(closed))
    this.#closing.add(closed)
    throwIfStopped()
  }

  /** Opens a model without serving it; closes the one opened this way before. */
  #openIdle(customizations?: readonly unknown[]): Promise<OpenModel> {
    const before = this.#idleModel
    const opened = openModel(
      this.#options,
      this.#customizer,
      () => this.restart(),
      customizations,
    ).catch(error => {
      // After a failure the previous model stays in use.
      if (this.#idleModel === replaced) this.#idleModel = before
      throw error
    })
    const replaced = opened.then(async open => {
      await this.#closeReplaced(before, open)
      return open
    })
    replaced.catch(() => undefined)
    this.#idleModel = replaced
    return replaced
  }

  /** Closes the data sources of a model except those that its replacement uses too. */
  async #closeReplaced(before: Promise<OpenModel> | undefined, { dataSources }: OpenModel) {
    const old = await before?.catch(() => undefined)
    const kept = new Set(dataSources.map(({ dataSource }) => dataSource))
    const left = old?.dataSources.filter(({ dataSource }) => !kept.has(dataSource)) ?? []
    await closeDataSources(this.#options, left)
  }

  async #listen(): Promise<void> {
    if (!this.#address) return
    this.#server ??= createStandaloneServer(() => this.#handler, {
      ...this.#address,
      ...this.#serving,
    })
    const listening = this.#server
    const { port } = await listening
    if (this.#server === listening) this.#port = port
  }
}
