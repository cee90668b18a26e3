import { collectionPath, recordPath, type Shown } from './client.js'
import { brief, type Examination, isKeyNull, readMark } from './examination.js'
import { type AwkwardTable, isView } from './model.js'
import { differences } from './stored-rows.js'

/** A record saved as it was shown stays as it was. Without a proven key, writes are refused. */
export async function examineWrites(examination: Examination): Promise<void> {
  const { table, store, storedRows: readStoredRows, shown, report } = examination
  const refused = shown.filter(record => !isWritable(table, record))
  await expectRefusals(examination, refused.slice(0, 5))
  const written = shown.filter(record => isWritable(table, record))
  for (const record of written.slice(0, 60)) await saveBack(examination, record)
  const changes = differences(readStoredRows, await store.readStoredRows(table))
  for (const change of changes) {
    report(table.plan.isProven ? 'save' : 'write without a proven key', change)
  }
}

function isWritable(table: AwkwardTable, record: Shown): boolean {
  const { isProven, isProvenWhereNotNull = false } = table.plan
  if (isView(table)) return false
  return isProven || (isProvenWhereNotNull && !isKeyNull(table, record))
}

async function saveBack(examination: Examination, record: Shown): Promise<void> {
  const { client, table, capabilities, report } = examination
  const attributes = [...record.attributes].filter(([name]) => capabilities.writable.has(name))
  const answer = await save(attributes)
  if (answer.status === 200) return
  // Which column it was is told by saving each alone.
  for (const [name, raw] of attributes) {
    const alone = await save([[name, raw]])
    if (alone.status === 200) continue
    const type = table.columns.find(column => column.field === name)?.kind.type
    const label = `row ${readMark(record)}, ${JSON.stringify(name)} ${type} = ${raw}`
    return report('save', `${label}: ${brief(alone)}`)
  }
  report('save', `row ${readMark(record)}, id ${JSON.stringify(record.id)}: ${brief(answer)}`)

  function save(members: readonly (readonly [string, string])[]) {
    const body = members.map(([name, raw]) => `${JSON.stringify(name)}:${raw}`).join(',')
    const document = `{"data":{"id":${JSON.stringify(record.id)},"attributes":{${body}}}}`
    return client.send('PUT', recordPath(table.name, record.id), {}, document)
  }
}

async function expectRefusals(
  { client, table, report }: Examination,
  records: readonly Shown[],
): Promise<void> {
  for (const record of records) {
    const path = recordPath(table.name, record.id)
    const mark = `{"data":{"attributes":{"mark":-1}}}`
    const ids = `{"data":{"attributes":{"ids":[${JSON.stringify(record.id)}]}}}`
    const all = `{"data":{"attributes":{"all_records":true}}}`
    const answers = {
      change: await client.send('PUT', path, {}, mark),
      deletion: await client.send('DELETE', path),
      'deletion by ids': await client.send('DELETE', collectionPath(table.name), {}, ids),
      'deletion of all': await client.send('DELETE', collectionPath(table.name), {}, all),
    }
    for (const [what, answer] of Object.entries(answers)) {
      if (answer.status >= 400 && answer.status < 500) continue
      report(
        'write without a proven key',
        `${what} of id ${JSON.stringify(record.id)}: ${brief(answer)}`,
      )
    }
  }
}
