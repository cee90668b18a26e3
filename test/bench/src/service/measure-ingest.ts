import { randomUUID } from 'node:crypto'
import { ask } from '../driver/ask.js'
import { median } from '../driver/median.js'
import { withCpu } from '../driver/processor.js'
import type { Target } from '../targets/target.js'
import { environmentSecret } from './access.js'
import type { IngestFigures } from './service-figures.js'

const ROUNDS = 3
const SECONDS = 3
const SETTLING_SECONDS = 2
const AGENTS = 4
/** The most that the service accepts at once; agents that catch up send as many. */
const BATCH = 1000

/** Sends batches of activity-log entries from several agents, to limit and service in turns; every entry is new. */
export async function measureIngest(
  { limit, ours }: { readonly limit: Target; readonly ours: Target },
  databasePid: number,
): Promise<{ readonly limit: IngestFigures; readonly ours: IngestFigures }> {
  for (const target of [limit, ours]) await sendFor(target, SETTLING_SECONDS)
  const rounds = { limit: [] as IngestFigures[], ours: [] as IngestFigures[] }
  for (let round = 0; round < ROUNDS; round++) {
    rounds.limit.push(await measureOnce(limit, databasePid))
    rounds.ours.push(await measureOnce(ours, databasePid))
  }
  return { limit: summarize(rounds.limit), ours: summarize(rounds.ours) }
}

const summarize = (rounds: readonly IngestFigures[]): IngestFigures => ({
  entriesPerSecond: median(rounds.map(round => round.entriesPerSecond)) ?? Number.NaN,
  entryCpuUs: median(rounds.map(round => round.entryCpuUs)),
  entryDatabaseUs: median(rounds.map(round => round.entryDatabaseUs)),
})

async function measureOnce(target: Target, database: number): Promise<IngestFigures> {
  const started = performance.now()
  const { result, cpu } = await withCpu({ server: target.server.pid, database }, () =>
    sendFor(target, SECONDS),
  )
  const seconds = (performance.now() - started) / 1000
  return {
    entriesPerSecond: result / seconds,
    ...(cpu && {
      entryCpuUs: (cpu.serverMs / result) * 1000,
      entryDatabaseUs: ((cpu.databaseMs ?? Number.NaN) / result) * 1000,
    }),
  }
}

/** Returns how many entries were written. */
async function sendFor({ server }: Target, seconds: number): Promise<number> {
  const headers = { 'service-secret-key': environmentSecret }
  const until = performance.now() + seconds * 1000
  let written = 0
  const send = async () => {
    while (performance.now() < until) {
      const body = JSON.stringify({ entries: makeEntries() })
      const wanted = { method: 'POST', path: '/agent-api/activity-logs', body } as const
      const answer = await ask(server.base, wanted, headers, true)
      if (answer.status !== 200) throw new Error(`entries: ${answer.status} ${answer.body}`)
      written += (JSON.parse(answer.body) as { written: number }).written
    }
  }
  await Promise.all(Array.from({ length: AGENTS }, send))
  return written
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
