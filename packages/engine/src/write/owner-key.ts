import { ownValue, UnprocessableError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import type { ToOneModel } from '../model/model.js'
import type { Rewritten } from './rewritten.js'

/** Returns a record that references its owner. */
export function withOwner(relation: ToOneModel, record: Rewritten, owner: Row): Rewritten {
  const key = relation.keys.map(({ from, to }) => [to, requireKey(relation, owner, from)] as const)
  return { ...record, columns: { ...record.columns, ...Object.fromEntries(key) } }
}

/** Reads the key of a record that was just stored or read. */
export function requireKey({ name }: ToOneModel, row: Row, column: string): unknown {
  const value = ownValue(row, column) ?? null
  if (value !== null) return value
  throw new UnprocessableError(
    `'${name}' cannot be written: the record it is reached by has no '${column}'.`,
  )
}
