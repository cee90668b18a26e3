import { randomUUID } from 'node:crypto'
import { ask } from '../driver/ask.js'
import type { Target } from '../targets/target.js'
import { environmentSecret } from './access.js'
import type { ServiceFigures } from './service-figures.js'

const SECONDS = 6
const SETTLING_SECONDS = 2
const AGENTS = 4
/** The most that the service accepts at once; agents that catch up send as many. */
const BATCH = 1000

/** Sends batches of activity-log entries from several agents at once; every entry is new. */
export async function measureIngest({
  server,
}: Target): Promise<Pick<ServiceFigures, 'entriesPerSecond'>> {
  const headers = { 'service-secret-key': environmentSecret }
  let written = 0
  const send = async (until: number) => {
    while (performance.now() < until) {
      const body = JSON.stringify({ entries: makeEntries() })
      const wanted = { method: 'POST', path: '/agent-api/activity-logs', body } as const
      const answer = await ask(server.base, wanted, headers, true)
      if (answer.status !== 200) throw new Error(`entries: ${answer.status} ${answer.body}`)
      written += (JSON.parse(answer.body) as { written: number }).written
    }
  }
  const run = async (seconds: number) => {
    written = 0
    const start = performance.now()
    await Promise.all(Array.from({ length: AGENTS }, () => send(start + seconds * 1000)))
    return (written / (performance.now() - start)) * 1000
  }
  await run(SETTLING_SECONDS)
  return { entriesPerSecond: await run(SECONDS) }
}

/** What an agent records of people who work: lists, records and changes. */
function makeEntries(): readonly object[] {
  const key = randomUUID()
  return Array.from({ length: BATCH }, (_, i) => ({
    key: `${key}-${i}`,
    type: i % 5 === 0 ? 'write' : 'read',
    action: i % 5 === 0 ? 'update' : 'index',
    userId: 1,
    username: 'person 1',
    userEmail: 'person1@example.com',
    teamName: 'Team 1',
    collectionName: ['orders', 'customers', 'products'][i % 3],
    ...(i % 5 === 0 && { recordIds: [String(i)] }),
    occurredAt: new Date().toISOString(),
  }))
}
