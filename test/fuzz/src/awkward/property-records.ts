import { parseRecords, recordPath, type Shown } from './client.js'
import { brief, type Examination, isKeyNull, readMark } from './examination.js'

/** The id of a record finds it. A guessed key that several rows share is refused. */
export async function examineGets(examination: Examination): Promise<void> {
  const { shown, table } = examination
  const sharing = new Map<string, number>()
  for (const { id } of shown) sharing.set(id, (sharing.get(id) ?? 0) + 1)
  for (const record of shown.slice(0, 60)) {
    if (!table.plan.isProven && sharing.get(record.id)! > 1)
      await expectRefusal(examination, record)
    else await expectRecord(examination, record)
  }
}

async function expectRecord({ client, table, report }: Examination, record: Shown): Promise<void> {
  const answer = await client.send('GET', recordPath(table.name, record.id))
  const label = `row ${readMark(record)}, id ${JSON.stringify(record.id)}`
  // A key that is null names no record.
  if (!table.plan.isProven && [404, 422].includes(answer.status)) {
    if (!isKeyNull(table, record)) report('get', `${label}: ${brief(answer)}`)
    return
  }
  if (answer.status !== 200) return report('get', `${label}: ${brief(answer)}`)
  const [found] = parseRecords(answer.text)
  const changed = [...record.attributes].find(([name, raw]) => found?.attributes.get(name) !== raw)
  if (!changed) return
  const [name, raw] = changed
  const now = found?.attributes.get(name)
  report('get', `${label}: the list shows ${JSON.stringify(name)} as ${raw}, the record as ${now}`)
}

async function expectRefusal({ client, table, report }: Examination, record: Shown): Promise<void> {
  const answer = await client.send('GET', recordPath(table.name, record.id))
  if (answer.status >= 400 && answer.status < 500) return
  const label = `row ${readMark(record)}, id ${JSON.stringify(record.id)}`
  report('get', `${label} is shared by several rows: ${brief(answer)}`)
}
