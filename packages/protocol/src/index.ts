export type { ErrorShape } from '@service/base'
export {
  checkOptionNames,
  ExactNumber,
  isServiceError,
  knownNames,
  listOptionNames,
  nearestNames,
  OptionError,
  parseExactJson,
  ServiceError,
  stringifyExactJson,
  unknownOption,
  withoutTrailing,
} from '@service/base'
export { activityLogActions } from './activity-log-actions.js'
export { withoutPrefix } from './agent-address.js'
export type {
  WireActionRights,
  WireApproval,
  WireAuthorization,
  WireCollectionRights,
  WireCondition,
  WireCustomization,
  WireEndedGrants,
  WireEvent,
  WireIpRule,
  WireIpRules,
  WireNoCodeAction,
  WirePanelSignIn,
  WirePermissions,
  WireRendering,
  WireRenderingCollection,
  WireRenderings,
  WireRight,
  WireUser,
} from './agent-api.js'
export { findAliasHeader, findAliasPath } from './aliases.js'
export type { Batch, BatchRequest, BatchResponse } from './panel/batch.js'
export { maxBatchRequests } from './panel/batch.js'
export type { AgentCode, Boot, BootEnvironment, BootPlace, BootProject } from './panel/boot.js'
export { getBootPath } from './panel/boot-path.js'
export type {
  BulkUpdate,
  BulkUpdateAttributes,
  BulkUpdateData,
  BulkUpdateMeta,
  BulkUpdatePreview,
  BulkUpdateResult,
  BulkUpdateSample,
  PreviousValues,
} from './panel/bulk-update.js'
export { maxBulkUpdateSamples, maxPreviousRecords } from './panel/bulk-update.js'
export type {
  Chart,
  ChartDefinition,
  ChartDisplay,
  ChartTimeRange,
  ChartType,
  OrVariable,
  RecordChart,
} from './panel/chart.js'
export type {
  Dashboard,
  DashboardCard,
  DashboardContent,
  DashboardDays,
  DashboardFilter,
  DashboardRange,
  DashboardRangeName,
} from './panel/dashboard.js'
export {
  dashboardCardHeights,
  dashboardCardWidths,
  dashboardRangeNames,
} from './panel/dashboard.js'
export type { DownloadLink, DownloadLinkRequest } from './panel/download-link.js'
export type { ImportChunk, ImportedRow, ImportMode, ImportResult } from './panel/import.js'
export { maxImportRows } from './panel/import.js'
export type { Language } from './panel/languages.js'
export { findLanguage, hasTexts, languages } from './panel/languages.js'
export type {
  CollectionLayout,
  Layout,
  LayoutItem,
  LayoutSection,
  LayoutSort,
  LayoutVersion,
  LayoutWidget,
  PatchOperation,
} from './panel/layout.js'
export type {
  ApprovalNeed,
  PanelAction,
  PanelCollection,
  PanelField,
  PanelRights,
  PanelSchema,
  TaggedPanelSchema,
} from './panel/panel-schema.js'
export { schemaTagHeader } from './panel/panel-schema.js'
export type { Preferences } from './panel/preferences.js'
export type {
  RestoreBody,
  RestoredRecord,
  RestoreMeta,
  RestoreResult,
  RevertBody,
  RevertResult,
  UnrestoredReason,
} from './panel/restore.js'
export { maxRevertedRecords } from './panel/restore.js'
export type { View, ViewState } from './panel/view.js'
export { nameFromPath, nameInPath, routeWords } from './path-name.js'
export type { ActionField, ActionFormBody, ActionLayout, SchemaAction } from './schema-action.js'
export type { SchemaFieldType, SchemaSubField } from './schema-field-type.js'
export type {
  SchemaCollection,
  SchemaField,
  SchemaFile,
  SchemaMeta,
  SchemaRelationship,
  SchemaSegment,
  SchemaValidation,
} from './schema-file.js'
export { misspeltVariables, unknownVariables } from './variables.js'
export { isWebhookUrl } from './webhook-url.js'
