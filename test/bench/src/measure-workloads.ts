import type { Database } from './driver/database.js'
import { runWorkload } from './driver/run-workload.js'
import type { Sample } from './driver/sample.js'
import type { NamedWorkload } from './driver/workloads.js'
import type { BenchOptions } from './options.js'
import { type Cell, computeCells } from './report/cells.js'
import { printCells } from './report/print.js'
import { endProgress, showProgress } from './report/progress.js'
import type { Measured } from './report/results.js'
import type { Target } from './targets/target.js'

/** Runs the workloads one after the other and prints each when it is done. */
export async function measureWorkloads(
  options: BenchOptions,
  database: Database,
  targets: readonly Target[],
  workloads: readonly NamedWorkload[],
): Promise<Measured> {
  const samples: Sample[] = []
  const cells: Cell[] = []
  const answers: Measured['answers'][number][] = []
  const leftOut: string[] = []
  for (const [i, workload] of workloads.entries()) {
    const label = `workload ${i + 1}/${workloads.length} ${workload.name}`
    const run = await runWorkload(workload, targets, {
      rounds: options.rounds,
      seconds: options.duration,
      connections: options.connections,
      database,
      progress: text => showProgress(`${label}, ${text}`),
    })
    samples.push(...run.samples)
    answers.push(...run.answers)
    leftOut.push(...run.leftOut)
    endProgress()
    for (const connections of new Set(run.samples.map(sample => sample.connections))) {
      const own = computeCells(run.samples.filter(sample => sample.connections === connections))
      printCells(`${workload.name} (${workload.what}), ${connections} connections`, own)
      cells.push(...own)
    }
  }
  return { samples, cells, answers, leftOut, startups: [] }
}
