import { postgresDatabase } from '../data/postgres-database.js'
import { checkAnswer } from '../driver/check-answer.js'
import { runLoad } from '../driver/run-load.js'
import type { Sample } from '../driver/sample.js'
import type { NamedWorkload } from '../driver/workloads.js'
import { GOAL_CONNECTIONS } from '../goals.js'
import type { BenchOptions } from '../options.js'
import { envSecret } from '../ours/access.js'
import { type Cell, computeCells } from '../report/cells.js'
import { printCells } from '../report/print.js'
import { endProgress } from '../report/progress.js'
import { guardProgram } from '../servers/folders.js'
import { type RunningServer, type ServerCommand, startServer } from '../servers/start-server.js'
import { oursCommand, writeSchemaFile } from '../targets/commands.js'
import { agentTarget, getBenchDatabase, type TargetSetting } from '../targets/start-targets.js'

/**
 * `bare` and `unused` tell what customizations cost those who do not use them, `open` and `guarded`
 * what permissions, scopes and the activity log cost.
 */
const variants = ['bare', 'unused', 'open', 'guarded'] as const
type Variant = (typeof variants)[number]

const FEWEST_ROUNDS = 7
/** Until the code of a new process is compiled. */
const SETTLING_SECONDS = 3

export interface Comparison {
  readonly samples: readonly Sample[]
  readonly cells: readonly Cell[]
}

/**
 * Measures variants of our agent against each other. Two processes of one variant differ as much as
 * two variants, so each round has new ones, and one at a time.
 */
export async function compareVariants(
  workload: NamedWorkload,
  options: BenchOptions,
  setting: TargetSetting,
): Promise<Comparison> {
  const rounds = Math.max(options.rounds, FEWEST_ROUNDS)
  const guard = await startServer(guardCommand, setting.logDir)
  const samples: Sample[] = []
  try {
    const commands = new Map<Variant, ServerCommand>()
    for (const variant of variants)
      commands.set(variant, await buildCommand(variant, guard, setting))
    for (let round = 1; round <= rounds; round++) {
      for (const [variant, command] of round % 2 === 0 ? [...commands].reverse() : commands) {
        setting.progress(`variants of ours, round ${round}/${rounds}, ${variant}`)
        samples.push(await takeSample(workload, variant, command, round, options.duration, setting))
      }
    }
  } finally {
    await guard.stop()
  }
  const cells = computeCells(samples)
  endProgress()
  printCells(`variants of ours on ${workload.name}, ${GOAL_CONNECTIONS} connections`, cells)
  return { samples, cells }
}

async function buildCommand(
  variant: Variant,
  guard: RunningServer,
  setting: TargetSetting,
): Promise<ServerCommand> {
  const instance = { database: getBenchDatabase(setting), variant }
  const command = oursCommand(instance, setting.logDir, guard.base)
  await writeSchemaFile(command, setting.logDir)
  return command
}

async function takeSample(
  workload: NamedWorkload,
  variant: Variant,
  command: ServerCommand,
  round: number,
  seconds: number,
  setting: TargetSetting,
): Promise<Sample> {
  const server = await startServer(command, setting.logDir)
  try {
    const target = agentTarget(`ours-${variant}`, [server])
    const { problem } = await checkAnswer(target, workload, undefined)
    if (problem) throw new Error(`${target.name}: ${problem}`)
    const load = { connections: GOAL_CONNECTIONS, databasePid: setting.server.pid }
    await postgresDatabase(setting.server).untilIdle()
    await runLoad(target, workload.name, { ...load, seconds: SETTLING_SECONDS })
    const figures = await runLoad(target, workload.name, { ...load, seconds })
    const { name } = workload
    return { workload: name, connections: GOAL_CONNECTIONS, target: target.name, round, figures }
  } finally {
    await server.stop()
  }
}

const guardCommand: ServerCommand = {
  name: 'guarding-service',
  args: [guardProgram],
  env: {},
  firstPath: '/agent-api/permissions/environment',
  headers: { 'service-secret-key': envSecret },
}
