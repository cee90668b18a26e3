import { type AwkwardTable, MARK } from './model.js'
import type { SqlStore } from './sql-stores.js'

/** What the database says of a row, without our code. */
export interface StoredRow {
  readonly mark: string
  /** By field, printed exactly. */
  readonly texts: ReadonlyMap<string, string | null>
  /** By field, printed alike when the database takes values for equal. */
  readonly identities: ReadonlyMap<string, string | null>
}

/** The rows of a table by their mark, read with plain SQL. */
export async function readSqlRows(
  store: Pick<SqlStore, 'flavour' | 'read'>,
  table: AwkwardTable,
): Promise<ReadonlyMap<string, StoredRow>> {
  const { quote, text } = store.flavour
  const names = table.columns.map(({ field }) => field)
  const texts = table.columns.map(({ name, kind }) => (kind.text ?? text)(quote(name)))
  const identities = table.columns.map(({ name, kind }) =>
    (kind.identity ?? kind.text ?? text)(quote(name)),
  )
  const isNull = table.columns.map(({ name }) => `case when ${quote(name)} is null then 1 end`)
  const selected = [quote(MARK), ...texts, ...identities, ...isNull].join(', ')
  const rows = await store.read(`select ${selected} from ${quote(table.name)}`)
  const width = names.length
  return new Map(
    rows.map(([mark, ...cells]) => {
      const part = (from: number) =>
        new Map(
          names.map((name, index) => {
            const isAbsent = cells[2 * width + index] !== null
            return [name, isAbsent ? null : (cells[from + index] ?? null)]
          }),
        )
      return [String(mark), { mark: String(mark), texts: part(0), identities: part(width) }]
    }),
  )
}

/** How two readings of a table differ, row by row. */
export function differences(
  before: ReadonlyMap<string, StoredRow>,
  after: ReadonlyMap<string, StoredRow>,
): string[] {
  const found: string[] = []
  if (before.size !== after.size) found.push(`${before.size} rows became ${after.size}`)
  for (const [mark, { texts }] of before) {
    const now = after.get(mark)
    if (!now) found.push(`row ${mark} is gone`)
    for (const [name, text] of now ? texts : []) {
      if (now!.texts.get(name) === text) continue
      found.push(`row ${mark}, ${JSON.stringify(name)}: ${text} became ${now!.texts.get(name)}`)
    }
  }
  return found
}
