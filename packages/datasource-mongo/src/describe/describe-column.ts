import type { Logger } from '@service/base'
import type { ColumnType, PrimitiveType } from '@service/datasource-toolkit'
import { createCodec } from '../codecs.js'
import type { MongoColumn } from '../collection.js'
import { listOperators } from '../operators.js'
import { type StoredType, toColumnType } from '../stored-type.js'

export interface ColumnDraft {
  readonly name: string
  readonly path: string
  readonly stored: StoredType
  readonly enumValues?: readonly string[] | undefined
  readonly allowNull?: boolean | undefined
  readonly defaultValue?: unknown
  readonly isReadOnly?: boolean | undefined
}

const unsortable: ReadonlySet<ColumnType> = new Set<PrimitiveType>(['Json', 'Point'])
const ungroupable: ReadonlySet<ColumnType> = new Set<PrimitiveType>(['Binary', 'Json', 'Point'])

export function describeColumn(
  collection: string,
  draft: ColumnDraft,
  isPrimaryKey: boolean,
  logger: Logger,
): MongoColumn {
  const { name, path, stored, enumValues, allowNull = true, isReadOnly = false } = draft
  const { defaultValue } = draft
  const columnType = toColumnType(stored)
  const isPrimitive = typeof columnType === 'string'
  const makeDefault =
    typeof defaultValue === 'function' ? (defaultValue as () => unknown) : undefined
  const hasDefault = defaultValue !== undefined || path === '_id'
  let hasReportedDrift = false
  return {
    name,
    path,
    stored,
    codec: createCodec(stored),
    makeDefault: makeDefault ?? (defaultValue === undefined ? undefined : () => defaultValue),
    onDrift() {
      if (hasReportedDrift) return
      hasReportedDrift = true
      logger(
        'Warn',
        `'${collection}.${name}' contains values that are not ${JSON.stringify(columnType)}, unlike its sample: they read as text or null. Declare its type in 'collections.${collection}.columns'.`,
      )
    },
    schema: {
      kind: 'Column',
      columnType,
      operators: listOperators(stored),
      isPrimaryKey,
      isReadOnly,
      isSortable: isPrimitive && !unsortable.has(columnType),
      isGroupable: isPrimitive && !ungroupable.has(columnType),
      allowNull: allowNull && !isPrimaryKey,
      hasDefault,
      ...(makeDefault || defaultValue === undefined ? {} : { defaultValue }),
      ...(enumValues && { enumValues }),
      validation: allowNull || hasDefault || isReadOnly ? [] : [{ operator: 'Present' }],
    },
  }
}
