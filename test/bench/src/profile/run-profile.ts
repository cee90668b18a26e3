import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresDatabase } from '../data/postgres-database.js'
import { readThreads, subtract } from '../driver/processor.js'
import { runLoad } from '../driver/run-load.js'
import type { WorkloadName } from '../driver/workloads.js'
import { GOAL_CONNECTIONS } from '../goals.js'
import type { BenchOptions } from '../options.js'
import { type Measured, nothingMeasured } from '../report/results.js'
import { recorderProgram } from '../servers/folders.js'
import { startServer } from '../servers/start-server.js'
import { oursCommand, writeSchemaFile } from '../targets/commands.js'
import {
  agentTarget,
  getBenchDatabase,
  startTarget,
  stopTarget,
  type TargetSetting,
} from '../targets/start-targets.js'
import type { Target } from '../targets/target.js'
import { explainProfile } from './explain-profile.js'
import type { WorkloadProfile } from './profile-figures.js'
import type { Stage } from './stages.js'

const profiled: readonly WorkloadName[] = [
  'get',
  'related',
  'list15',
  'list100',
  'computed',
  'search',
  'create',
  'update',
]
/** Until the code is compiled, and the database has chosen its plans. */
const SETTLING_SECONDS = 6
const POLLS = 100
const POLL_MS = 100

/** Tells where the processor time of a request goes, beside that of the limit in all. */
export async function runProfile(options: BenchOptions, setting: TargetSetting): Promise<Measured> {
  const file = join(setting.logDir, 'ours.cpuprofile')
  const limit = await startTarget('limit-js', setting)
  const workloads: WorkloadProfile[] = []
  try {
    for (const name of profiled.filter(each => options.workloads.includes(each))) {
      setting.progress(`profile of ${name}`)
      workloads.push(await profileWorkload(name, limit, file, options, setting))
    }
  } finally {
    await stopTarget(limit)
  }
  return { ...nothingMeasured, profile: { workloads } }
}

/** Every workload has a process of its own: code that was compiled for others would be slower. */
async function profileWorkload(
  workload: WorkloadName,
  limit: Target,
  file: string,
  { duration }: BenchOptions,
  setting: TargetSetting,
): Promise<WorkloadProfile> {
  const database = postgresDatabase(setting.server)
  const load = { connections: GOAL_CONNECTIONS, seconds: duration, databasePid: database.pid }
  const command = oursCommand({ database: getBenchDatabase(setting) }, setting.logDir)
  await writeSchemaFile(command, setting.logDir)
  const args = ['--import', recorderProgram, ...command.args]
  const env = { ...command.env, PROFILE_FILE: file }
  const server = await startServer({ ...command, args, env }, setting.logDir)
  try {
    const ours = agentTarget('ours', [server])
    await runLoad(ours, workload, { ...load, seconds: SETTLING_SECONDS })
    const before = readThreads(server.pid)
    const { serverCpuMs = Number.NaN } = await runLoad(ours, workload, load)
    const { main, all } = subtract(readThreads(server.pid), before)
    // The profiler costs time itself: it tells shares, of what a load without it has cost.
    const shares = await recordShares(server.pid, file, () => runLoad(ours, workload, load))
    await database.forgetWrites()
    const { serverCpuMs: limitMs } = await runLoad(limit, workload, load)
    await database.forgetWrites()
    const total = serverCpuMs * 1000
    const inMain = total * (main / all)
    return {
      workload,
      total,
      limit: limitMs && limitMs * 1000,
      byStage: {
        ...Object.fromEntries([...shares].map(([stage, share]) => [stage, share * inMain])),
        'other threads': total - inMain,
      },
    }
  } finally {
    await server.stop()
  }
}

/** The share of each stage in the time of the main thread while something runs. */
async function recordShares(
  pid: number,
  file: string,
  work: () => Promise<unknown>,
): Promise<ReadonlyMap<Stage, number>> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  await work()
  process.kill(pid, 'SIGUSR2')
  for (let poll = 0; poll < POLLS && !existsSync(file); poll++) await sleep(POLL_MS)
  // The file appears before it is complete.
  await sleep(POLL_MS)
  const byStage = explainProfile(file)
  const total = [...byStage.values()].reduce((sum, ms) => sum + ms, 0)
  return new Map([...byStage].map(([stage, ms]) => [stage, ms / total]))
}
