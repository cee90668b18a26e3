import type { Target } from '../targets/target.js'
import { checkAnswer } from './check-answer.js'
import type { Database } from './database.js'
import { runLoad } from './run-load.js'
import { runShots } from './run-shots.js'
import type { Sample } from './sample.js'
import type { NamedWorkload } from './workloads.js'

export interface WorkloadSetting {
  readonly rounds: number
  readonly seconds: number
  readonly connections: readonly number[]
  readonly database: Database
  /** Rounds are so short that only the first one has a warm-up. */
  readonly isWarmedOnce?: boolean
  progress(text: string): void
}

export interface WorkloadRun {
  readonly samples: readonly Sample[]
  readonly answers: readonly { workload: string; target: string; isRight: boolean }[]
  readonly leftOut: readonly string[]
}

/** Runs one workload on every target in turn, for some rounds; the order alternates. */
export async function runWorkload(
  workload: NamedWorkload,
  targets: readonly Target[],
  setting: WorkloadSetting,
): Promise<WorkloadRun> {
  const answers: { workload: string; target: string; isRight: boolean }[] = []
  const leftOut: string[] = []
  const able: Target[] = []
  const limit = targets.find(target => target.name === 'limit-js')
  for (const target of targets.filter(target => target.requests[workload.name])) {
    const { problem, isRight } = await checkAnswer(target, workload, limit)
    if (problem) leftOut.push(`${target.name}, ${workload.name}: ${problem}`)
    else able.push(target)
    if (isRight !== undefined) {
      answers.push({ workload: workload.name, target: target.name, isRight })
    }
  }
  const samples: Sample[] = []
  for (const connections of workload.kind === 'shot' ? [1] : setting.connections) {
    const run = await runRounds(workload, able, connections, setting)
    samples.push(...run.samples)
    leftOut.push(...run.failures)
  }
  return { samples, answers, leftOut }
}

async function runRounds(
  workload: NamedWorkload,
  targets: readonly Target[],
  connections: number,
  setting: WorkloadSetting,
): Promise<{ samples: readonly Sample[]; failures: readonly string[] }> {
  const { rounds } = setting
  const samples: Sample[] = []
  const failures = new Map<string, string>()
  for (let round = 1; round <= rounds; round++) {
    for (const target of round % 2 === 0 ? targets.toReversed() : targets) {
      if (failures.has(target.name)) continue
      if (samples.some(sample => sample.target === target.name && isSlow(sample))) continue
      setting.progress(`${connections} connections, round ${round}/${rounds}, ${target.name}`)
      await setting.database.untilIdle()
      const figures = await measure(workload, target, connections, round, setting).catch(error => {
        failures.set(target.name, `${target.name}, ${workload.name}: ${error.message}`)
      })
      if (workload.isWriting) await setting.database.forgetWrites()
      if (!figures) continue
      samples.push({
        workload: workload.name,
        connections,
        target: target.name,
        round,
        figures,
      })
    }
  }
  return { samples, failures: [...failures.values()] }
}

/** A target that takes this long for one answer is asked once only. */
const PATIENCE = 15_000

const isSlow = ({ figures }: Sample) => (figures.ms ?? 0) > PATIENCE

function measure(
  workload: NamedWorkload,
  target: Target,
  connections: number,
  round: number,
  { seconds, database, isWarmedOnce = false }: WorkloadSetting,
) {
  const databasePid = database.pid
  const isWarm = isWarmedOnce && round > 1
  return workload.kind === 'shot'
    ? runShots(target, workload.name, { shots: workload.shots ?? 1, databasePid })
    : runLoad(target, workload.name, { connections, seconds, databasePid, isWarm })
}
