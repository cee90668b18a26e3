export type { CollectionContext } from './context/collection-context.js'
export type {
  CollectionModel,
  ColumnModel,
  ExportRule,
  FieldModel,
  FilterRule,
  GetValues,
  ManyToManyModel,
  Model,
  OneToManyModel,
  ReadRule,
  RelationModel,
  ResolvedPath,
  SegmentModel,
  SortRule,
  ToOneModel,
  WriteRule,
} from './model/model.js'
export type { AggregateQuery, EngineCall, Filter, ListQuery, ScopeOf } from './query.js'
