import type { CollectionPlugin } from '@service/agent'
import { ValidationError } from '@service/base'
import { flattenDocument } from './flatten-document.js'
import {
  choosePaths,
  depthOf,
  type NestedType,
  readDeclaredType,
  readSourceType,
} from './nested-type.js'
import { checkOptions, columnNamed } from './options.js'

export interface FlattenJsonColumnOptions {
  readonly columnName: string
  /** What the column holds. */
  readonly columnType: { readonly [name: string]: NestedType }
  /** How deep objects are taken apart; below, they are columns as a whole. All when absent. */
  readonly level?: number
  readonly readonly?: boolean
  /** Shows the column itself as well. */
  readonly keepOriginalColumn?: boolean
}

/**
 * Makes columns of the members of a JSON column, or of documents as you describe them:
 * `meta@@@size@@@width`. The column itself is hidden unless it is to be kept.
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
  const paths = choosePaths(root, columnName, { level: level ?? depthOf(root) })
  flattenDocument(collection, column, paths, readonly)
  if (!keepOriginalColumn) collection.removeField(columnName)
}
