import type { RevertResult } from '@service/protocol'
import type { AgentClientOptions } from './agent-client-options.js'
import { sendRevert } from './audit/restore.js'
import type { RevertOptions } from './audit/restore-options.js'
import type { ChartOptions } from './charts/chart-options.js'
import { type CodeCharts, chartValue, createCodeCharts } from './charts/code-charts.js'
import { readCollectionNames } from './collection/capabilities.js'
import { type CollectionClient, createCollectionClient } from './collection/collection.js'
import { createTransport, platformFetch, type RequestOptions } from './http/transport.js'
import { checkKnown } from './known-options.js'
import type { Platform } from './platform/platform.js'
import { createSchemaReader } from './schema-reader.js'
import type { Schema } from './typings/schema.js'

/** An agent with the permissions of one user. */
export interface AgentClient<S extends Schema = Schema> extends CodeCharts<ChartOptions> {
  collection<const N extends keyof S & string>(name: N): CollectionClient<S, N>
  /** Returns the names of the collections the user may browse or read. */
  collectionNames(options?: RequestOptions): Promise<readonly string[]>
  /**
   * Writes the values that records had before a request, by the audit trail. What changed since is reported, not
   * overwritten.
   *
   * @example
   * const { data } = await client.revert('2f6c0c5e-…', { collection: 'orders', recordId: 12 })
   * data[0]?.changedSince // { total: { expected: 20, current: 30, to: 10 } }
   */
  revert(correlationKey: string, options?: RevertOptions): Promise<RevertResult>
  /** Returns what `revert` would write. */
  previewRevert(correlationKey: string, options?: RevertOptions): Promise<RevertResult>
  /** Returns a chart written in SQL. */
  queryChart<T = unknown>(
    definition: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): Promise<T>
}

/** Creates a client on a platform. */
export function createClient<S extends Schema = Schema>(
  options: AgentClientOptions,
  platform: Platform,
): AgentClient<S> {
  checkKnown('createAgentClient', options)
  const transport = createTransport({
    agentUrl: options.agentUrl,
    getToken: options.getToken ?? (() => requireToken(options)),
    timezone: options.timezone ?? 'UTC',
    timeout: options.timeout ?? 10_000,
    fetch: options.fetch ?? platformFetch,
    platform,
  })
  const schema = createSchemaReader(options, platform)
  const settings = { transport, schema, requestApproval: options.requestApproval }
  return {
    ...createCodeCharts<ChartOptions>(transport),
    collection: name => createCollectionClient(settings, name),
    collectionNames: request => readCollectionNames(transport, request),
    async revert(correlationKey, request = {}) {
      checkKnown('revert', request)
      return sendRevert(transport, correlationKey, request)
    },
    async previewRevert(correlationKey, request = {}) {
      checkKnown('previewRevert', request)
      return sendRevert(transport, correlationKey, request, true)
    },
    async queryChart<T>(definition: object, request: RequestOptions = {}) {
      const path = ['_internal', 'native_query']
      return chartValue(await transport.json('POST', path, { ...request, body: definition })) as T
    },
  }
}

function requireToken({ token }: AgentClientOptions): string {
  if (token !== undefined) return token
  throw new TypeError("The client has no session: set the option 'token' or 'getToken'.")
}
