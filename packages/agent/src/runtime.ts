import type { AiProvider } from '@service/ai-proxy'
import type { RecentMap } from '@service/base'
import type { DataSource, FieldPath } from '@service/datasource-toolkit'
import type { Model } from '@service/engine'
import type { InFlight } from '@service/http'
import type { ServicePort } from '@service/service-client'
import type { ActivityLog } from './activity/activity-log.js'
import type { SignInAttempts } from './auth/sign-in-attempts.js'
import type { Gateway } from './gateway/gateway.js'
import type { ImportJournal } from './import/import-journal.js'
import type { Metrics } from './observe/open-metrics.js'
import type { ResolvedOptions } from './options.js'
import type { ParsedCount } from './query/parsed-count.js'
import type { ParsedList } from './query/parsed-list.js'
import type { PanelDocument } from './schema/panel-document.js'
import type { Serialisers } from './serialise/serialisers.js'

/** Everything that serves requests between two restarts. A restart creates a new one. */
export interface Runtime {
  readonly model: Model
  readonly options: ResolvedOptions
  readonly service: ServicePort
  readonly gateway: Gateway
  /** Absent when the activity log is turned off. */
  readonly activity?: ActivityLog
  /** What became of the chunks of imports. */
  readonly imports: ImportJournal
  readonly signIns: SignInAttempts
  readonly serialise: Serialisers
  /** Absent when no metrics are collected. */
  readonly metrics?: Metrics
  /** Absent when the agent has no AI. */
  readonly ai?: AiProvider
  readonly dataSources: readonly OpenDataSource[]
  /** Requests this runtime is still serving: its data sources close when they are done. */
  readonly inFlight: InFlight
  /** Parsed queries by their text: the same URL returns the same object. */
  readonly lists: RecentMap<string, ParsedList>
  readonly counts: RecentMap<string, ParsedCount>
  /** One array per distinct projection: writers are cached by its identity. */
  readonly projections: RecentMap<string, readonly FieldPath[]>
  /** The schemas of callers, by their tag. */
  readonly panelSchemas: RecentMap<string, Promise<PanelDocument>>
}

export interface OpenDataSource {
  /** The name in health reports. */
  readonly label: string
  readonly dataSource: DataSource
}
