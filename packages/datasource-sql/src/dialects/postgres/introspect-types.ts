import type { PrimitiveType } from '@service/datasource-toolkit'
import type { MappedType } from '../../introspect/catalogue-facts.js'

/** A row of pg_type. */
export interface PostgresType {
  readonly id: string
  readonly name: string
  /** `b` base, `d` domain, `e` enum. */
  readonly kind: string
  readonly databaseType: string
  /** The base type of a domain. */
  readonly baseId: string | null
  readonly typeModifier: number
  readonly isNotNull: boolean
  readonly default: string | null
  /** The element type of an array. */
  readonly elementId: string | null
  /** Labels of an enum, as JSON. */
  readonly labels: string | null
}

interface ResolvedType {
  readonly type?: MappedType
  readonly maxLength?: number
  /** Constraints a domain adds. */
  readonly isNotNull: boolean
  readonly default: string | null
}

const primitives: Readonly<Record<string, PrimitiveType>> = {
  bool: 'Boolean',
  int2: 'Number',
  int4: 'Number',
  int8: 'Number',
  float4: 'Number',
  float8: 'Number',
  numeric: 'Number',
  text: 'String',
  varchar: 'String',
  bpchar: 'String',
  name: 'String',
  citext: 'String',
  uuid: 'Uuid',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Binary',
  date: 'Dateonly',
  time: 'Time',
  timestamp: 'Date',
  timestamptz: 'Date',
  point: 'Point',
}

const withLength = new Set(['varchar', 'bpchar'])

/** Bytes PostgreSQL adds to the declared length in a type modifier. */
const modifierHeader = 4

/** Maps a type id to a column type; a domain maps like its base type. */
export function mapPostgresType(
  id: string,
  typeModifier: number,
  types: ReadonlyMap<string, PostgresType>,
): ResolvedType {
  const type = types.get(id)
  if (!type) return { isNotNull: false, default: null }
  if (type.kind === 'd' && type.baseId !== null) {
    const base = mapPostgresType(type.baseId, type.typeModifier, types)
    return {
      ...base,
      type: base.type && { ...base.type, isDomain: true },
      isNotNull: type.isNotNull || base.isNotNull,
      default: type.default ?? base.default,
    }
  }
  const maxLength =
    withLength.has(type.name) && typeModifier >= modifierHeader
      ? typeModifier - modifierHeader
      : undefined
  return { type: mappedType(type, types), maxLength, isNotNull: false, default: null }
}

function mappedType(
  type: PostgresType,
  types: ReadonlyMap<string, PostgresType>,
): MappedType | undefined {
  const { databaseType } = type
  if (type.kind === 'e') {
    return { columnType: 'Enum', databaseType, enumValues: enumLabels(type.labels) }
  }
  if (type.elementId !== null) {
    const element = mapPostgresType(type.elementId, -1, types).type
    if (!element) return undefined
    const listed = element.isDomain ? `${element.databaseType}[]` : databaseType
    return { ...element, columnType: [element.columnType], databaseType: listed }
  }
  const columnType = primitives[type.name]
  return columnType && { columnType, databaseType }
}

function enumLabels(labels: string | null): string[] {
  return labels === null ? [] : (JSON.parse(labels) as string[])
}
