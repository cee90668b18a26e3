import { runWorkload } from './driver/run-workload.js'
import type { Sample } from './driver/sample.js'
import { workloads } from './driver/workloads.js'
import { goals } from './goals.js'
import { type BenchOptions, peersOf } from './options.js'
import { type Cell, cellsOf } from './report/cells.js'
import { judgeGoals } from './report/judge-goals.js'
import { printCells, printGoals, printStartups, printUnrest } from './report/print.js'
import { endProgress, showProgress } from './report/progress.js'
import { describeMachine, type Measured, type Startup, writeResults } from './report/results.js'
import { startupCommands } from './startup/startup-commands.js'
import { timeStartups } from './startup/time-startups.js'
import {
  startTarget,
  stopTarget,
  type TargetName,
  type TargetSetting,
} from './targets/start-targets.js'
import type { Target } from './targets/target.js'

const STARTUP_ROUNDS = 3

/** Measures everything that was asked for, prints and writes it; false when ours did not serve. */
export async function runBench(options: BenchOptions, setting: TargetSetting): Promise<boolean> {
  const { targets, leftOut } = await startTargets(options, setting)
  const names = targets.map(target => target.name)
  let run: Measured
  try {
    run = await measureWorkloads(options, setting, targets)
  } finally {
    await Promise.all(targets.map(stopTarget))
  }
  const startups = options.isStartupTimed ? await measureStartups(names, setting) : []
  const measured = { ...run, startups, leftOut: [...leftOut, ...run.leftOut] }
  report(options, setting, measured)
  return names.includes('ours')
}

/** Starts the targets; one that cannot be installed or started is named and left out. */
async function startTargets(
  options: BenchOptions,
  setting: TargetSetting,
): Promise<{ readonly targets: readonly Target[]; readonly leftOut: readonly string[] }> {
  // Directus copies the database, which must have no other user: it comes first, the limit last.
  const names: readonly TargetName[] = [...peersOf(options), 'ours', 'limit-pg', 'limit-js']
  const targets: Target[] = []
  const leftOut: string[] = []
  for (const name of names) {
    try {
      targets.push(await startTarget(name, setting))
    } catch (error) {
      leftOut.push(`${name}: ${(error as Error).message}`)
    }
  }
  return { targets: targets.toReversed(), leftOut }
}

async function measureWorkloads(
  options: BenchOptions,
  { server }: TargetSetting,
  targets: readonly Target[],
): Promise<Measured> {
  const samples: Sample[] = []
  const cells: Cell[] = []
  const answers: Measured['answers'][number][] = []
  const leftOut: string[] = []
  const chosen = workloads.filter(workload => options.workloads.includes(workload.name))
  for (const [i, workload] of chosen.entries()) {
    const place = `workload ${i + 1}/${chosen.length} ${workload.name}`
    const run = await runWorkload(workload, targets, {
      rounds: options.rounds,
      seconds: options.duration,
      connections: options.connections,
      server,
      progress: text => showProgress(`${place}, ${text}`),
    })
    samples.push(...run.samples)
    answers.push(...run.answers)
    leftOut.push(...run.leftOut)
    endProgress()
    for (const connections of new Set(run.samples.map(sample => sample.connections))) {
      const own = cellsOf(run.samples.filter(sample => sample.connections === connections))
      printCells(`${workload.name} (${workload.what}), ${connections} connections`, own)
      cells.push(...own)
    }
  }
  return { samples, cells, answers, leftOut, startups: [] }
}

async function measureStartups(
  targets: readonly string[],
  setting: TargetSetting,
): Promise<readonly Startup[]> {
  const commands = await startupCommands(targets, setting)
  const { logDir, progress } = setting
  return timeStartups(commands, { rounds: STARTUP_ROUNDS, logDir, progress })
}

function report(options: BenchOptions, { server }: TargetSetting, measured: Measured): void {
  endProgress()
  if (measured.startups.length > 0) printStartups(measured.startups)
  for (const { workload, target } of measured.answers.filter(answer => !answer.isRight)) {
    console.log(`\n${target} answers ${workload} otherwise than the limit.`)
  }
  for (const reason of measured.leftOut) console.log(`\nLeft out: ${reason}`)
  const judged = judgeGoals(goals, measured)
  printUnrest(measured.cells)
  printGoals(judged)
  const { out, dataDir: _, ...asked } = options
  writeResults(out, {
    machine: describeMachine(server.version),
    options: asked,
    measured,
    goals: judged,
  })
  console.log(`\nWritten to ${out}`)
}
