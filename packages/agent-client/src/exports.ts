export type {
  BulkUpdatePreview,
  BulkUpdateResult,
  ImportedRow,
  ImportResult,
  RestoredRecord,
  RestoreResult,
  RevertResult,
} from '@service/protocol'
export type { Action } from './action/action.js'
export type { FormFile } from './action/data-uri.js'
export type { ApprovalRequest, ExecuteOptions, RequestApproval } from './action/execute-options.js'
export type {
  CheckboxField,
  CheckboxGroupField,
  ChoiceField,
  ColorPickerField,
  DropdownField,
  EnumField,
  FieldOption,
  FieldState,
  ListField,
  ValueField,
} from './action/fields.js'
export type { FormLayout, LayoutElement } from './action/layout.js'
export type { ActionFile, ActionResult } from './action/run-action.js'
export type { ActionTarget } from './action/target.js'
export type { AgentClientOptions } from './agent-client-options.js'
export type { RestoreOptions, RevertOptions } from './audit/restore-options.js'
export type { ChartOptions, RecordChartOptions } from './charts/chart-options.js'
export type {
  ChartPart,
  ObjectiveChart,
  TimeLines,
  TimePoint,
  ValueChart,
} from './charts/chart-values.js'
export type { CodeCharts } from './charts/code-charts.js'
export type { CollectionCapabilities } from './collection/capabilities.js'
export type { CollectionClient } from './collection/collection.js'
export type { ImportOptions } from './collection/import-records.js'
export type { CreateOptions, GetOptions } from './collection/record-options.js'
export type { RecordPage, RecordSet } from './collection/record-set.js'
export type { RelationClient } from './collection/relation.js'
export type { UpdateManyOptions, UpdateTarget } from './collection/update-many.js'
export type { AgentClient } from './create-client.js'
export {
  ActionFieldRefusedError,
  ActionFormValidationError,
  ActionRequiresApprovalError,
  AgentHttpError,
  ApprovalRequestCreationError,
  UnknownActionError,
  UnknownActionFieldError,
} from './errors.js'
export { createBatchFetch } from './http/batch-fetch.js'
export type { BatchFetchOptions } from './http/batch-fetch-options.js'
export { type BatchQueue, createBatchQueue } from './http/batch-queue.js'
export type { BatchQueueOptions, QueuedRead, RefusedBatch } from './http/batch-queue-options.js'
export type { RequestOptions } from './http/transport.js'
export type { DownloadTarget } from './platform/platform.js'
export type { ExportOptions } from './records/export-csv.js'
export type {
  FilterTree,
  ListOptions,
  RowOptions,
  SortedOptions,
  SortOption,
} from './records/query.js'
export type { RecordId, RecordIds } from './records/record-id.js'
export type {
  Attributes,
  CollectionTypes,
  FullRecord,
  Path,
  RecordOf,
  Schema,
} from './typings/schema.js'
