export type { AiProvider } from '@service/ai-proxy'
export type { Logger, LogLevel } from '@service/base'
export type { DataSourceFactory } from '@service/datasource-toolkit'
export type {
  ActionContext,
  ActionResult,
  BinaryMode,
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
  HookContext,
  HookPosition,
  HookType,
  PartialRecord,
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
  WriteContext,
} from '@service/engine'
export type { ExpressHost, FastifyHost, FetchHost, KoaHost, NestHost } from '@service/http'
export type { McpMountOptions, ToolName } from '@service/mcp-server'
export type { SchemaFile } from '@service/protocol'
export {
  type ActionRights,
  type ActivityEntry,
  ApprovalRefusedError,
  type CollectionRights,
  createInProcessService,
  type FieldRights,
  type InProcessApproval,
  type InProcessCollectionRights,
  type InProcessRights,
  type InProcessService,
  type InProcessServiceOptions,
  type InProcessTeam,
  type InProcessUser,
  type IpRule,
  type LiveQuery,
  type RefusedEntry,
  type Rendering,
  type RenderingCollection,
  type Right,
  type RoleCondition,
  type RoleRight,
  ServiceAwayError,
  type ServicePort,
  type ServiceStatus,
  type ServiceUser,
  type SignedInUser,
  SignInRefusedError,
  type Snapshot,
} from '@service/service-client'
export type { ActivityLogOptions } from './activity/activity-log-options.js'
export { type Agent, createAgent } from './agent.js'
export type { AgentCustomizer } from './agent-customizer.js'
export type {
  AuditEntry,
  AuditOperation,
  AuditPage,
  AuditQuery,
  AuditTrail,
  AuditUser,
  AuditValues,
  NewAuditEntry,
  SettledEntry,
} from './audit/audit-trail.js'
export type { MetricsOptions, MetricsRegistry } from './observe/metrics-options.js'
export type { AgentOptions, ExperimentalOptions } from './options.js'
