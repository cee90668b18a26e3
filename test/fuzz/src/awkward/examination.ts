import type { Random } from '@service/datasource-toolkit/testing'
import type { Answer, Capabilities, Client, SchemaCollection, Shown } from './client.js'
import { type AwkwardTable, MARK } from './model.js'
import type { Store } from './store.js'
import type { StoredRow } from './stored-rows.js'

/** All that the properties of one table need. */
export interface Examination {
  readonly random: Random
  readonly store: Store
  readonly client: Client
  readonly table: AwkwardTable
  readonly collection: SchemaCollection
  readonly capabilities: Capabilities
  readonly storedRows: ReadonlyMap<string, StoredRow>
  /** Every record, as the list showed it. */
  readonly shown: readonly Shown[]
  readonly report: Report
}

/** Takes down what breaks a property. */
export type Report = (property: string, evidence: string) => void

/** Which row a record is. */
export const readMark = ({ attributes }: Shown): string => attributes.get(MARK) ?? 'none'

/** Whether the first column of the key, which names the record, is null. */
export const isKeyNull = ({ columns }: AwkwardTable, { attributes }: Shown): boolean =>
  attributes.get(columns[0]!.field) === 'null'

export const brief = ({ status, text }: Answer): string => `${status} ${text.slice(0, 300)}`

/** Compares marks of rows whose order says nothing; undefined when they are the same. */
export function setDifference(
  found: readonly string[],
  expected: Iterable<string>,
): string | undefined {
  const wanted = new Set(expected)
  const seen = new Set(found)
  const missing = [...wanted].filter(mark => !seen.has(mark))
  const extra = [...seen].filter(mark => !wanted.has(mark))
  const repeated = found.length - seen.size
  if (missing.length + extra.length + repeated === 0) return undefined
  return [
    missing.length > 0 && `lacks rows ${few(missing)}`,
    extra.length > 0 && `has rows ${few(extra)} too many`,
    repeated > 0 && `repeats ${repeated} rows`,
  ]
    .filter(Boolean)
    .join(', ')
}

function few(marks: readonly string[]): string {
  return marks.length > 8 ? `${marks.slice(0, 8)}… (${marks.length})` : String(marks)
}
