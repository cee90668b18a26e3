import { ask } from '../driver/ask.js'
import { median } from '../driver/median.js'
import { residentMb } from '../driver/memory.js'
import { startServer } from '../servers/start-server.js'
import { activityLogsPath, tokenHeaders } from '../service/access.js'
import { serviceCommand } from '../service/commands.js'
import { owners } from '../service/fill-notes.js'
import type { TargetSetting } from '../targets/start-targets.js'
import { computeGrowth, type Growth, type GrowthStep } from './growth-figures.js'

const DATABASE = 'bench_growth'
const SHOTS = 300
/** Enough for a page and its index; what a month holds more is behind the same index. */
const ENTRIES_OF_A_MONTH = 20_000
const months = [1, 10, 100]

/**
 * Reads the newest page of the activity log, with more and more months behind it. A month is a
 * partition: a hundred of a million entries each are read like a hundred of fewer.
 */
export async function measureEntries(setting: TargetSetting): Promise<Growth> {
  const { server, logDir, progress } = setting
  const steps: GrowthStep[] = []
  for (const size of months) {
    progress(`entries of the activity log: ${size} months`)
    await server.run('postgres', [
      `drop database if exists ${DATABASE} with (force)`,
      `create database ${DATABASE}`,
      `alter database ${DATABASE} set search_path = service`,
    ])
    const command = serviceCommand(server.url(DATABASE), logDir)
    const first = await startServer({ ...command, firstPath: '/readyz' }, logDir)
    await first.stop()
    const [{ id } = { id: 0 }] = await server.run(DATABASE, owners)
    for (let month = 0; month < size; month++) {
      await server.run(DATABASE, fillMonth(Number(id), month))
    }
    await server.run(DATABASE, ['vacuum analyze activity_logs'])
    const path = `${activityLogsPath}?limit=100`
    const running = await startServer({ ...command, firstPath: path }, logDir)
    try {
      const times: number[] = []
      for (let shot = 0; shot < 2 * SHOTS; shot++) {
        const { status, ms } = await ask(running.base, { path }, tokenHeaders, false)
        if (status !== 200) throw new Error(`${path}: status ${status}`)
        times.push(ms)
      }
      const ms = median(times.slice(SHOTS)) ?? Number.NaN
      steps.push({ size, ms, memoryMb: residentMb(running.pid, 'now') })
    } finally {
      await running.stop()
    }
  }
  return computeGrowth('page of the activity log, with more months', steps)
}

/** The partition of a month before the first of 2026, and its entries. */
function fillMonth(environment: number, month: number): readonly string[] {
  const begin = `(timestamptz '2026-01-01Z' - interval '${month + 1} months')`
  const end = `(timestamptz '2026-01-01Z' - interval '${month} months')`
  return [
    `do $$ begin execute format('create table activity_logs_past_${month} partition of activity_logs
      for values from (%L) to (%L)', ${begin}, ${end}); end $$`,
    `insert into activity_logs (environment_id, created_at, seq, type, action, record_ids, user_id,
       username, user_email, team_name, collection_name, hash)
     select ${environment}, ${begin} + i * interval '2 minutes', i, 'read', 'index', null,
       (select min(user_id) from members), 'person 1', 'person1@example.com', 'Team 1', 'orders',
       '\\x00' from generate_series(1, ${ENTRIES_OF_A_MONTH}) i`,
  ]
}
