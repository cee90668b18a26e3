import { postgresDatabase } from '../data/postgres-database.js'
import { chooseWorkloads } from '../driver/workloads.js'
import { measureWorkloads } from '../measure-workloads.js'
import type { BenchOptions } from '../options.js'
import { type Measured, nothingMeasured } from '../report/results.js'
import { stopTarget, type TargetSetting } from '../targets/start-targets.js'
import { DATABASE } from './fill-notes.js'
import { makeLimitTables } from './limit-statements.js'
import { measureEvents } from './measure-events.js'
import { measureIngest } from './measure-ingest.js'
import { measureMemory } from './measure-memory.js'
import { measurePages } from './measure-pages.js'
import type { ComparableFigures, ComparedFigures } from './service-figures.js'
import { startServiceTargets } from './service-targets.js'

/** Measures the list of notes of the service against the limit, then what only the service is asked. */
export async function runService(options: BenchOptions, setting: TargetSetting): Promise<Measured> {
  const chosen = chooseWorkloads(options.workloads, 'service')
  if (chosen.length === 0) return nothingMeasured
  const { limit, ours } = await startServiceTargets(setting, options.notes)
  try {
    // First: what a load leaves in memory would be given back meanwhile.
    setting.progress('1,000 agents on the event stream')
    const change = (statement: string) => setting.server.run(DATABASE, [statement])
    const limitEvents = await measureEvents(limit, change)
    const events = await measureEvents(ours, change)
    const database = postgresDatabase(setting.server)
    const run = await measureWorkloads(options, database, [limit, ours], chosen)
    setting.progress('page 1 and page 10,000')
    const pages = await measurePages(ours, row => instantOfRow(setting, options.notes - row))
    setting.progress('memory')
    const memoryGrowth = await measureMemory(ours, options.duration)
    setting.progress('entries of the activity log')
    await setting.server.run(DATABASE, makeLimitTables)
    const ingest = await measureIngest({ limit, ours }, setting.server.pid)
    const own = { ...events, ...ingest.ours }
    const service = compareWithLimit(own, { ...limitEvents, ...ingest.limit })
    return { ...run, service: { ...pages, memoryGrowth, ...service } }
  } finally {
    await Promise.all([limit, ours].map(stopTarget))
  }
}

function compareWithLimit(own: ComparableFigures, limit: ComparableFigures): ComparedFigures {
  const isKnown = own.streamsMb !== undefined && limit.streamsMb !== undefined
  return {
    ...own,
    limit,
    entriesOfLimit: own.entriesPerSecond / limit.entriesPerSecond,
    newsOfLimit: own.newsSeconds / limit.newsSeconds,
    ...(isKnown && { streamsOfLimit: Number(own.streamsMb) / Number(limit.streamsMb) }),
  }
}

/** The moment of a note, as the API writes it. Ids are numbered in the order of creation. */
async function instantOfRow({ server }: TargetSetting, id: number): Promise<string> {
  const [row] = await server.run(DATABASE, [
    `select to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as instant from notes where id = ${id}`,
  ])
  return String(row?.instant)
}
