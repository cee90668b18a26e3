export {
  ConflictError,
  checkOptionNames,
  createRecentMap,
  ForbiddenError,
  knownNames,
  type Logger,
  type LogLevel,
  listOptionNames,
  logLevels,
  NotFoundError,
  OptionError,
  ownValue,
  type RecentMap,
  TimeoutError,
  UnauthorizedError,
  UnavailableError,
  UnprocessableError,
  unknownOption,
  ValidationError,
} from '@service/base'
export type { Fold } from './aggregate.js'
export { aggregateRows, startFold } from './aggregate.js'
export { checkColumnType, unknownType } from './check-column-type.js'
export type { ColumnType, PrimitiveType } from './column-types.js'
export { primitiveTypes } from './column-types.js'
export { ConditionTreeBranch } from './condition-tree/branch.js'
export { ConditionTreeFactory } from './condition-tree/factory.js'
export { ConditionTreeLeaf } from './condition-tree/leaf.js'
export { printTree } from './condition-tree/print.js'
export {
  everyLeaf,
  invertTree,
  isLeaf,
  isMatchNone,
  mapLeaves,
  nestTree,
  someLeaf,
  unnestTree,
} from './condition-tree/transforms.js'
export { truncateDate } from './dates/buckets.js'
export type { DateInterval } from './dates/intervals.js'
export { dateInterval, previousPeriod } from './dates/intervals.js'
export type { ZoneOffset } from './dates/zone.js'
export { isValidTimezone, zoneOffsets } from './dates/zone.js'
export { reachableOperators, rewriteLeaf } from './equivalences/rewrite-leaf.js'
export {
  AmbiguousIdError,
  ConstraintError,
  constraintCodes,
  MissingFieldError,
  PrivilegeError,
  RejectedError,
  UnknownCollectionError,
  UnprovenKeyError,
} from './errors.js'
export { evaluate } from './evaluate.js'
export { escapeLike } from './like.js'
export { nativeOperators } from './native-operators.js'
export type { Operand } from './operator-table.js'
export {
  getOperandKind,
  isRelativeOperator,
  legalOperators,
  operandType,
} from './operator-table.js'
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
export { getField } from './record.js'
export type {
  CollectionSchema,
  ColumnSchema,
  FieldSchema,
  JsonPath,
  KeyPair,
  ManyToManySchema,
  OneToManySchema,
  RelationSchema,
  ToOneSchema,
  ValidationRule,
  WriteVerb,
} from './schema.js'
export { checkSearch, maxSearchLength } from './search-text.js'
export type { GetColumnType } from './sort.js'
export { compareSortKeys, sortKey, sortKeyOrder, sortRows } from './sort.js'
export type {
  AggregateScan,
  Call,
  Caller,
  CollectionSource,
  CsvEnd,
  CsvFormat,
  CsvLines,
  DataSource,
  DataSourceFactory,
  Join,
  JsonPathColumn,
  NativeConnection,
  NativeQuery,
  ObservedStatement,
  ObserveStatement,
  ReadValue,
  Row,
  Scan,
  SelectNode,
  SourceCapabilities,
  UpdatedRows,
} from './source.js'
export type { FilterColumn } from './validation/filter.js'
export { castFilterValue, validateLeaf } from './validation/filter.js'
export { packId, packText, unpackId } from './validation/id.js'
export type { RecordColumn } from './validation/record.js'
export { validateRecord } from './validation/record.js'
export { compareValues } from './values/compare.js'
export { canonicalNumber, parseDecimal, specialNumber } from './values/decimal.js'
export {
  buildDocument,
  documentDate,
  documentInstant,
  fromDocument,
  isDocument,
  mergeDocuments,
  toDocument,
  valueAt,
} from './values/document.js'
export { documentChanges } from './values/document-changes.js'
export { canonicalDate, yearText } from './values/instant.js'
export { unwrapJson, wrapJson } from './values/json-null.js'
export { holdsLongNumber, keepExact } from './values/keep-exact.js'
export { type KeyText, keyText } from './values/key-text.js'
export { isListWithin } from './values/list-within.js'
export { parseValue } from './values/parse-value.js'
export { canonicalTime } from './values/time.js'
