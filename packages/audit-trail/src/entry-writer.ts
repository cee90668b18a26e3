import type { AuditTrail } from '@service/agent'
import type { Sql, SqlDatabase } from '@service/datasource-sql'
import { countCharacters, toCells, toChangedCells } from './audit-rows.js'
import type { AuditDialect } from './columns.js'
import type { Cells, EntryChanges } from './entry-statements.js'
import { groupCalls } from './group-calls.js'
import { writeByLists } from './write-by-lists.js'
import { writeByRows } from './write-by-rows.js'

export type EntryWriter = Pick<AuditTrail, 'begin' | 'settle' | 'withdraw'>

/** One of the changes of the table. */
type EntryChange = {
  readonly [Kind in keyof EntryChanges]: {
    readonly kind: Kind
    readonly value: EntryChanges[Kind][number]
  }
}[keyof EntryChanges]

/** Writes entries to the table of an audit trail; calls that arrive together are written at once. */
export function createEntryWriter(
  database: SqlDatabase,
  dialect: AuditDialect,
  table: Sql,
): EntryWriter {
  const write = dialect.hasLists ? writeByLists(database, table) : writeByRows(database, table)

  /** Returns the id of each new entry, and undefined for the others. */
  const run = async (changes: readonly EntryChange[]): Promise<readonly (number | undefined)[]> => {
    const ids = await write(sortByKind(changes))
    let next = 0
    return changes.map(({ kind }) => (kind === 'inserted' ? ids[next++] : undefined))
  }

  const writeTogether = groupCalls({ run, measure })

  return {
    async begin(entries) {
      const ids = await writeTogether(
        entries.map(entry => ({ kind: 'inserted', value: toCells(entry, dialect) })),
      )
      return ids.map(Number)
    },
    async settle(entries) {
      await writeTogether(
        entries.map(({ id, change }) =>
          change
            ? { kind: 'changed', value: [id, ...toChangedCells(change)] }
            : { kind: 'finished', value: id },
        ),
      )
    },
    async withdraw(ids) {
      await writeTogether(ids.map(value => ({ kind: 'removed', value })))
    },
  }
}

function sortByKind(changes: readonly EntryChange[]): EntryChanges {
  const sorted = {
    inserted: [] as Cells[],
    finished: [] as number[],
    changed: [] as Cells[],
    removed: [] as number[],
  }
  for (const { kind, value } of changes) (sorted[kind] as unknown[]).push(value)
  return sorted
}

/** In characters. */
const measure = ({ value }: EntryChange): number =>
  typeof value === 'number' ? 8 : countCharacters(value)
