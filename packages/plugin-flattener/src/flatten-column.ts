import type { CollectionPlugin, ColumnSoFar } from '@service/agent'
import { ValidationError } from '@service/base'
import { flattenDocument } from './flatten-document.js'
import {
  choosePaths,
  type NestedType,
  readDeclaredType,
  readSourceType,
  type TypeNode,
} from './nested-type.js'
import { checkOptions, columnNamed } from './options.js'

export interface FlattenColumnOptions {
  readonly columnName: string
  /**
   * Members that become columns, such as `address.city`; they can be deeper than `level`. Optional:
   * all by default.
   */
  readonly include?: readonly string[]
  /** Members to leave out. */
  readonly exclude?: readonly string[]
  /**
   * How deep objects are flattened; deeper objects become one column each. Optional: 1 by default.
   */
  readonly level?: number
  readonly readonly?: boolean
  /** The type of the column, when its source does not provide it or not completely. */
  readonly columnType?: { readonly [name: string]: NestedType }
}

/**
 * Adds a column for each member of a document: `address@@@city`. The document column stays.
 *
 * @example
 * customers.use(flattenColumn, { columnName: 'address', include: ['city', 'geo.lat'] })
 */
export const flattenColumn: CollectionPlugin<FlattenColumnOptions> = (
  _dataSource,
  collection,
  options,
) => {
  checkOptions(options, ['columnName'], ['include', 'exclude', 'level', 'readonly', 'columnType'])
  const { columnName, include, exclude, level = 1, readonly, columnType } = options
  const column = columnNamed(collection, columnName)
  const root = resolveType(column, columnType)
  if (root.kind !== 'object') throw notADocument(column)
  const paths = choosePaths(root, columnName, { include, exclude, level })
  flattenDocument(collection, column, paths, readonly)
}

function resolveType(
  column: ColumnSoFar,
  columnType: FlattenColumnOptions['columnType'],
): TypeNode {
  const source = readSourceType(column.columnType)
  if (columnType === undefined) return source
  if (source.kind === 'value' && source.columnType !== 'Json') throw notADocument(column)
  return readDeclaredType(columnType, `columnType of '${column.name}'`)
}

function notADocument({ name, columnType }: ColumnSoFar): ValidationError {
  if (columnType === 'Json') {
    return new ValidationError(
      `columnName '${name}' is Json, whose members are not known: use flattenJsonColumn, or give columnType.`,
    )
  }
  const type = typeof columnType === 'string' ? columnType : 'a list'
  return new ValidationError(
    `columnName '${name}' is ${type}: only a column of documents can be flattened.`,
  )
}
