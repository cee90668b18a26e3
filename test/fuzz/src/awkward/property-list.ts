import { type Client, collectionPath, listedName, type Shown } from './client.js'
import { csvRows } from './csv-rows.js'
import { brief, type Examination, type Report, readMark, setDifference } from './examination.js'
import { type AwkwardColumn, type AwkwardTable, MARK } from './model.js'
import { readByNumber } from './read-pages.js'
import type { StoredRow } from './stored-rows.js'

const PAGE = 7

/** The list shows each row once: its nulls as null, different values differently. */
export async function examineList(
  client: Client,
  table: AwkwardTable,
  storedRows: ReadonlyMap<string, StoredRow>,
  report: Report,
): Promise<readonly Shown[]> {
  const size = table.size > 100 ? 400 : PAGE
  const { records, refusal } = await readByNumber(client, collectionPath(table.name), size)
  if (refusal) report('list', refusal)
  const difference = setDifference(records.map(readMark), storedRows.keys())
  if (difference) report('list', `pages by number: ${difference}`)
  const count = await client.send('GET', `${collectionPath(table.name)}/count`)
  if (count.text !== `{"count":${storedRows.size}}`) report('count', brief(count))
  for (const column of table.columns) examineColumn(column, records, storedRows, report)
  return records
}

function examineColumn(
  { field: name, kind }: AwkwardColumn,
  records: readonly Shown[],
  storedRows: ReadonlyMap<string, StoredRow>,
  report: Report,
): void {
  const label = `${JSON.stringify(name)} ${kind.type}`
  const byShown = new Map<string, { readonly identity: string; readonly mark: string }>()
  for (const record of records) {
    const raw = record.attributes.get(name)
    const mark = readMark(record)
    const identity = storedRows.get(mark)?.identities.get(name)
    if (raw === undefined) {
      if (!kind.isLeftOut) report('list', `${label} is not shown`)
      return
    }
    if (identity === undefined) continue
    if ((raw === 'null') !== (identity === null)) {
      report('list', `${label}, row ${mark}: ${identity} is shown as ${raw}`)
    }
    if (identity === null) continue
    const other = byShown.get(raw)
    if (!other) byShown.set(raw, { identity, mark })
    else if (other.identity !== identity) {
      const both = `${other.identity} (row ${other.mark}) and ${identity} (row ${mark})`
      report('list', `${label}: ${both} are both shown as ${raw}`)
    }
  }
}

/** An export of all columns, each asked for by its name, has each row once, whatever is in its cells. */
export async function examineWholeExport(examination: Examination): Promise<void> {
  const { client, table, storedRows: readStoredRows, report } = examination
  const names = [...(examination.shown[0]?.attributes.keys() ?? [])]
  const answer = await client.send('GET', `${collectionPath(table.name)}.csv`, {
    [`fields[${table.name}]`]: names.map(listedName).join(','),
  })
  if (answer.status !== 200) return report('export', brief(answer))
  const [header = [], ...lines] = csvRows(answer.text)
  if (String(header) !== String(names)) report('export', `columns ${names} are headed ${header}`)
  const at = header.indexOf(MARK)
  const difference = setDifference(
    lines.map(line => line[at] ?? 'none'),
    readStoredRows.keys(),
  )
  if (difference) report('export', `all columns: ${difference}`)
  const ragged = lines.find(line => line.length !== header.length)
  if (ragged) report('export', `a line of ${ragged.length} for ${header.length} columns: ${ragged}`)
}
