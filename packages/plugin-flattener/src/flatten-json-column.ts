import type { CollectionPlugin } from '@service/agent'
import { ValidationError } from '@service/base'
import { flattenDocument } from './flatten-document.js'
import {
  choosePaths,
  measureDepth,
  type NestedType,
  readDeclaredType,
  readSourceType,
} from './nested-type.js'
import { checkOptions, columnNamed } from './options.js'

export interface FlattenJsonColumnOptions {
  readonly columnName: string
  /** The type of the documents in the column. */
  readonly columnType: { readonly [name: string]: NestedType }
  /**
   * How deep objects are flattened; deeper objects become one column each. Optional: all levels by
   * default.
   */
  readonly level?: number
  readonly readonly?: boolean
  /** Keeps the column itself visible as well. */
  readonly keepOriginalColumn?: boolean
}

/**
 * Adds a column for each member of a JSON column, as described by `columnType`:
 * `meta@@@size@@@width`. The column itself is removed unless `keepOriginalColumn` is set.
 *
 * @example
 * products.use(flattenJsonColumn, {
 *   columnName: 'meta',
 *   columnType: { color: 'String', tags: ['String'], size: { width: 'Number' } },
 * })
 */
export const flattenJsonColumn: CollectionPlugin<FlattenJsonColumnOptions> = (
  _dataSource,
  collection,
  options,
) => {
  checkOptions(options, ['columnName', 'columnType'], ['level', 'readonly', 'keepOriginalColumn'])
  const { columnName, columnType, level, readonly, keepOriginalColumn } = options
  const column = columnNamed(collection, columnName)
  if (readSourceType(column.columnType).kind === 'value' && column.columnType !== 'Json') {
    const type = typeof column.columnType === 'string' ? column.columnType : 'a list'
    throw new ValidationError(
      `columnName '${columnName}' is ${type}: flattenJsonColumn needs a column of Json or of documents.`,
    )
  }
  const root = readDeclaredType(columnType, `columnType of '${columnName}'`)
  if (root.kind !== 'object') {
    throw new ValidationError(`columnType of '${columnName}' must be an object of types.`)
  }
  const paths = choosePaths(root, columnName, { level: level ?? measureDepth(root) })
  flattenDocument(collection, column, paths, readonly)
  if (!keepOriginalColumn) collection.removeField(columnName)
}
