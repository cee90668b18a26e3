export type { DataSourceFactory, Logger, LogLevel } from '@service/datasource-toolkit'
export type {
  ActionContext,
  ActionResult,
  ChartContext,
  ChartDefinition,
  ChartResult,
  ChartResultBuilder,
  CollectionChartContext,
  CollectionChartDefinition,
  CollectionCustomizer,
  CollectionPlugin,
  CollectionSoFar,
  ColumnSoFar,
  DataSourceCustomizer,
  FormElement,
  FormField,
  FormFile,
  Plugin,
  PluginCollection,
  RelationSoFar,
  ResultBuilder,
  Schema,
  SearchContext,
  SearchOptions,
  SearchReplacement,
  SingleActionContext,
  SourceOptions,
  TimeLine,
  TimeRange,
  TimeValue,
} from '@service/engine'
export type { ExpressHost, FastifyHost, FetchHost, KoaHost, NestHost } from '@service/http'
export type { SchemaFile } from '@service/protocol'
export { type Agent, createAgent } from './agent.js'
export type { Right } from './gateway/access.js'
export type { AgentOptions } from './options.js'
export {
  createInProcessService,
  type InProcessCollectionRights,
  type InProcessRights,
  type InProcessService,
  type InProcessServiceOptions,
  type InProcessTeam,
  type InProcessUser,
} from './service/in-process-service.js'
export type {
  ActionRights,
  CollectionRights,
  IpRule,
  LiveQuery,
  Rendering,
  RenderingCollection,
  RoleRight,
  ServicePort,
  ServiceUser,
  SignedInUser,
  Snapshot,
} from './service/service-port.js'
