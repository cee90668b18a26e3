import { compareBefore } from './before/compare-before.js'
import { postgresDatabase } from './data/postgres-database.js'
import { chooseWorkloads } from './driver/workloads.js'
import { countRows } from './json/count-rows.js'
import { measureWorkloads } from './measure-workloads.js'
import { type BenchOptions, listPeers } from './options.js'
import type { Measured, Startup } from './report/results.js'
import { startupCommands } from './startup/startup-commands.js'
import { timeStartups } from './startup/time-startups.js'
import {
  startTarget,
  stopTarget,
  type TargetName,
  type TargetSetting,
} from './targets/start-targets.js'
import type { Target } from './targets/target.js'
import { type Comparison, compareVariants } from './variants/compare-variants.js'

const STARTUP_ROUNDS = 3
const noComparison: Comparison = { samples: [], cells: [] }

/** Measures records through the agent, the limit and the peers, and how fast they start. */
export async function runAgent(options: BenchOptions, setting: TargetSetting): Promise<Measured> {
  if (options.before) return compareBefore(options.before, options, setting)
  const { targets, leftOut } = await startTargets(options, setting)
  const chosen = chooseWorkloads(options.workloads)
  let run: Measured
  try {
    run = await measureWorkloads(options, postgresDatabase(setting.server), targets, chosen)
  } finally {
    await Promise.all(targets.map(stopTarget))
  }
  const variants = options.areVariantsCompared
    ? await compareVariants(chosen, options, setting)
    : noComparison
  const names = targets.map(target => target.name)
  const startups = options.isStartupTimed ? await measureStartups(names, setting) : []
  const json = chosen.some(({ name }) => name === 'jsonFilter') && (await countRows(setting))
  return {
    ...run,
    ...(json && { json }),
    samples: [...run.samples, ...variants.samples],
    cells: [...run.cells, ...variants.cells],
    startups,
    leftOut: [...leftOut, ...run.leftOut],
  }
}

/** Starts the targets; one that cannot be installed or started is named and left out. */
async function startTargets(
  options: BenchOptions,
  setting: TargetSetting,
): Promise<{ readonly targets: readonly Target[]; readonly leftOut: readonly string[] }> {
  // Directus copies the database, which must have no other user: it comes first, the limit last.
  const names: readonly TargetName[] = [...listPeers(options), 'ours', 'limit-pg', 'limit-js']
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

async function measureStartups(
  targets: readonly string[],
  setting: TargetSetting,
): Promise<readonly Startup[]> {
  const commands = await startupCommands(targets, setting)
  const { logDir, progress } = setting
  return timeStartups(commands, { rounds: STARTUP_ROUNDS, logDir, progress })
}
