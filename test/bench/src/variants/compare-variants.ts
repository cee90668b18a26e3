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
 * what permissions, scopes, the activity log and the audit trail cost.
 */
const variants = ['bare', 'unused', 'open', 'guarded'] as const
type Variant = (typeof variants)[number]

/** What every variant is asked, and what the last two are asked as well. */
const everywhere: readonly string[] = ['list15']
const guarded: readonly string[] = [
  ...everywhere,
  'list100',
  'get',
  'related',
  'computed',
  'search',
  'create',
  'update',
]

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
  chosen: readonly NamedWorkload[],
  options: BenchOptions,
  setting: TargetSetting,
): Promise<Comparison> {
  const asked = chosen.filter(({ name }) => guarded.includes(name))
  if (asked.length === 0) return { samples: [], cells: [] }
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
        const own = asked.filter(({ name }) => isAsked(variant, name))
        samples.push(
          ...(await takeSamples(own, variant, command, round, options.duration, setting)),
        )
      }
    }
  } finally {
    await guard.stop()
  }
  endProgress()
  const cells = asked.flatMap(({ name }) => {
    const own = computeCells(samples.filter(({ workload }) => workload === name))
    printCells(`variants of ours on ${name}, ${GOAL_CONNECTIONS} connections`, own)
    return own
  })
  return { samples, cells }
}

const isAsked = (variant: Variant, workload: string) =>
  everywhere.includes(workload) || variant === 'open' || variant === 'guarded'

async function buildCommand(
  variant: Variant,
  guard: RunningServer,
  setting: TargetSetting,
): Promise<ServerCommand> {
  const instance = { database: getBenchDatabase(setting), variant }
  const plain = oursCommand(instance, setting.logDir, guard.base)
  const auditUrl = setting.server.url('postgres')
  const command =
    variant === 'guarded' ? { ...plain, env: { ...plain.env, AUDIT_URL: auditUrl } } : plain
  await writeSchemaFile(command, setting.logDir)
  return command
}

async function takeSamples(
  workloads: readonly NamedWorkload[],
  variant: Variant,
  command: ServerCommand,
  round: number,
  seconds: number,
  setting: TargetSetting,
): Promise<readonly Sample[]> {
  if (workloads.length === 0) return []
  const database = postgresDatabase(setting.server)
  const server = await startServer(command, setting.logDir)
  try {
    const target = agentTarget(`ours-${variant}`, [server])
    const samples: Sample[] = []
    for (const workload of workloads) {
      const { problem } = await checkAnswer(target, workload, undefined)
      if (problem) throw new Error(`${target.name}: ${problem}`)
      const load = { connections: GOAL_CONNECTIONS, databasePid: setting.server.pid }
      await database.untilIdle()
      await runLoad(target, workload.name, { ...load, seconds: SETTLING_SECONDS })
      const figures = await runLoad(target, workload.name, { ...load, seconds })
      if (workload.isWriting) await database.forgetWrites()
      const { name } = workload
      const { connections } = load
      samples.push({ workload: name, connections, target: target.name, round, figures })
    }
    return samples
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
