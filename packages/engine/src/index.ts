export type {
  ActionContext,
  ActionScope,
  RecordKey,
  SingleActionContext,
} from './actions/action-context.js'
export type { ActionModel } from './actions/action-model.js'
export type { ActionRequest, FormRequest } from './actions/action-request.js'
export type { ActionResult, FileContent, ResultBuilder } from './actions/action-result.js'
export { printDataUri } from './actions/data-uri.js'
export type { PreparedAction } from './actions/execute-action.js'
export { executeAction, findAction, prepareAction } from './actions/execute-action.js'
export type {
  FormElement,
  FormField,
  FormFieldType,
  FormFile,
} from './actions/form-elements.js'
export type { ActionForm, FormFieldState, LayoutState } from './actions/form-state.js'
export { loadForm, staticForm } from './actions/load-form.js'
export type { WidgetName } from './actions/widgets.js'
export { aggregate, count, estimateCount } from './aggregate.js'
export type {
  ChartContext,
  ChartDefinition,
  CollectionChartContext,
  CollectionChartDefinition,
} from './charts/chart.js'
export type {
  ChartResult,
  ChartResultBuilder,
  ChartSeries,
  TimeLine,
  TimeRange,
  TimeValue,
} from './charts/result-builder.js'
export {
  computeChartResult,
  computeRecordChartResult,
  runChart,
  runCollectionChart,
  unknownChart,
} from './charts/run-chart.js'
export type { SeriesPoint } from './charts/time-series.js'
export { denseDays, toSeries } from './charts/time-series.js'
export type {
  CollectionContext,
  ContextCollection,
  CustomerContext,
  PlainFilter,
  PlainListFilter,
} from './context/collection-context.js'
export { create } from './create.js'
export type { NewLink } from './create-linked.js'
export { createLinked } from './create-linked.js'
export type { Customizer, FactoryEntry } from './customizer.js'
export { createCustomizer } from './customizer.js'
export type { ObservedStep, PlanObserver } from './execute/plan-observer.js'
export type { HookContext, HookPosition, HookType } from './hooks/hook-contexts.js'
export type { IterateOptions } from './iterate.js'
export { iterate } from './iterate.js'
export { iterateCells } from './iterate-cells.js'
export type { CsvChunk, CsvOptions } from './iterate-csv.js'
export { explainCsv, iterateCsv } from './iterate-csv.js'
export { captureCallSite } from './journal.js'
export type { CallSite, JournalEntry } from './journal-entry.js'
export { explainList, list } from './list.js'
export type { CompileOptions } from './model/compile.js'
export { compile } from './model/compile.js'
export type { SourceEntry, SourceOptions } from './model/fill-draft.js'
export type {
  BinaryMode,
  ChangeEnd,
  ChangeRecorder,
  Check,
  CollectionModel,
  ColumnModel,
  EngineCall,
  EngineSettings,
  ExportRule,
  FieldModel,
  FilterRule,
  FindScope,
  GetValues,
  HiddenIn,
  ManyToManyModel,
  Model,
  OneToManyModel,
  ReadRule,
  RecordedChange,
  RelationModel,
  ResolvedPath,
  SegmentModel,
  SortRule,
  ToOneModel,
  WriteRule,
} from './model/model.js'
export type {
  CollectionCustomizer,
  CollectionPlugin,
  DataSourceCustomizer,
  Plugin,
  PluginCollection,
} from './operations/collection-customizer.js'
export type {
  CollectionSoFar,
  ColumnSoFar,
  PluginOptions,
  RelationSoFar,
} from './operations/use/plugin.js'
export { totalSort } from './plan/rewrite-sort.js'
export type { AggregateQuery, Filter, ListQuery, RecordQuery, RelatedTo } from './query.js'
export { readRecord } from './read-record.js'
export { relatedQuery } from './related-query.js'
export { remove } from './remove.js'
export type {
  SearchContext,
  SearchOptions,
  SearchReplacement,
} from './search/search-context.js'
export type { Chained, Fold } from './typings/additions.js'
export { generateTypings } from './typings/generate-typings.js'
export type { PartialRecord } from './typings/partial-record.js'
export type { Additions, CollectionTypes, Nothing, Schema } from './typings/schema.js'
export { update } from './update.js'
export type { ExpectedUpdate } from './update-expected-record.js'
export { updateExpectedRecord } from './update-expected-record.js'
export type { UpdatedRecord } from './update-record.js'
export { updateRecord } from './update-record.js'
export { checkNewRecord, checkRules } from './write/check-rules.js'
export { listFieldErrors } from './write/field-errors.js'
export { requireWritable } from './write/store.js'
export { storesDirectly } from './write/stores-directly.js'
export type { WriteContext } from './write/write-handler.js'
export type { WriteWatch } from './write/write-watch.js'
