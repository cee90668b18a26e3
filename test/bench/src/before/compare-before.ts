import { join } from 'node:path'
import { postgresDatabase } from '../data/postgres-database.js'
import { runWorkload } from '../driver/run-workload.js'
import type { Sample } from '../driver/sample.js'
import { chooseWorkloads, type NamedWorkload } from '../driver/workloads.js'
import { GOAL_CONNECTIONS } from '../goals.js'
import type { BenchOptions } from '../options.js'
import { computeCells } from '../report/cells.js'
import { printCells } from '../report/print.js'
import { endProgress } from '../report/progress.js'
import type { Measured, Startup } from '../report/results.js'
import { type TimedCommand, timeStartups } from '../startup/time-startups.js'
import { oursCommand, thisVersion, type Version, writeSchemaFile } from '../targets/commands.js'
import { startVersion, stopTarget, type TargetSetting } from '../targets/start-targets.js'
import type { Target } from '../targets/target.js'

/** Turns of each version on one pair of processes: many short ones see the same machine, however its speed drifts. */
const TURNS = 8

/** Starts of each version in a round. */
const STARTS = 3

/**
 * Measures this version against an earlier one. Two processes of one version differ by more than the few per
 * cent that are asked about, so every round has new ones; within a round the two take turns.
 */
export async function compareBefore(
  root: string,
  options: BenchOptions,
  setting: TargetSetting,
): Promise<Measured> {
  const versions: readonly Version[] = [
    { name: 'before', folder: join(root, 'build/bench') },
    thisVersion,
  ]
  const chosen = chooseWorkloads(options.workloads)
  const samples: Sample[] = []
  const leftOut = new Set<string>()
  for (let round = 0; round < options.rounds; round++) {
    const targets: Target[] = []
    try {
      for (const version of versions) targets.push(await startVersion(version, setting))
      for (const workload of chosen) {
        const run = await takeTurns(workload, targets, round, options, setting)
        samples.push(...run.samples)
        for (const reason of run.leftOut) leftOut.add(reason)
      }
    } finally {
      await Promise.all(targets.map(stopTarget))
    }
  }
  endProgress()
  const cells = chosen.flatMap(workload => {
    const own = computeCells(samples.filter(sample => sample.workload === workload.name))
    printCells(`${workload.name} (${workload.what})`, own)
    return own
  })
  const startups = options.isStartupTimed ? await compareStarts(versions, options, setting) : []
  return { samples, cells, startups, answers: [], leftOut: [...leftOut] }
}

async function takeTurns(
  workload: NamedWorkload,
  targets: readonly Target[],
  round: number,
  options: BenchOptions,
  setting: TargetSetting,
) {
  const run = await runWorkload(workload, targets, {
    rounds: TURNS,
    seconds: options.duration,
    connections: [GOAL_CONNECTIONS],
    isWarmedOnce: true,
    database: postgresDatabase(setting.server),
    progress: text =>
      setting.progress(`round ${round + 1}/${options.rounds}, ${workload.name}, ${text}`),
  })
  const samples = run.samples.map(sample => ({ ...sample, round: round * TURNS + sample.round }))
  return { samples, leftOut: run.leftOut }
}

async function compareStarts(
  versions: readonly Version[],
  { rounds }: BenchOptions,
  { server, logDir, progress }: TargetSetting,
): Promise<readonly Startup[]> {
  const timed: TimedCommand[] = []
  for (const name of ['bench', 'bench300'] as const) {
    for (const version of versions) {
      const command = oursCommand({ database: { name, url: server.url(name) }, version }, logDir)
      await writeSchemaFile(command, logDir)
      timed.push({ target: version.name, database: name, command })
    }
  }
  return timeStartups(timed, { rounds: rounds * STARTS, logDir, progress })
}
