export type { ColumnType, PrimitiveType } from './column-types.js'
export { primitiveTypes } from './column-types.js'
export type { Operator } from './operators.js'
export { operators } from './operators.js'
export type {
  AggregateOperation,
  Aggregation,
  Aggregator,
  Branch,
  ConditionTree,
  DateOperation,
  FieldPath,
  Group,
  GroupBy,
  Leaf,
  Page,
  SortClause,
} from './query.js'
export { aggregateOperations, dateOperations } from './query.js'
export type {
  CollectionSchema,
  ColumnSchema,
  FieldSchema,
  KeyPair,
  ManyToManySchema,
  OneToManySchema,
  RelationSchema,
  ToOneSchema,
  ValidationRule,
} from './schema.js'
export type {
  AggregateScan,
  Call,
  Caller,
  CollectionSource,
  DataSource,
  DataSourceFactory,
  Join,
  Logger,
  LogLevel,
  NativeConnection,
  NativeQuery,
  Row,
  Scan,
  SelectNode,
  SourceCapabilities,
} from './source.js'
export { logLevels } from './source.js'
