export const primitiveTypes = [
  'Binary',
  'Boolean',
  'Date',
  'Dateonly',
  'Enum',
  'File',
  'Json',
  'Number',
  'Point',
  'String',
  'Time',
  'Uuid',
] as const

export type PrimitiveType = (typeof primitiveTypes)[number]

/** A primitive, a list of one type (`['String']`), or an object of named types. */
export type ColumnType =
  | PrimitiveType
  | readonly [ColumnType]
  | { readonly [name: string]: ColumnType }
