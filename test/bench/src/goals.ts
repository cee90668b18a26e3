import type { FigureName } from './driver/sample.js'
import type { WorkloadName } from './driver/workloads.js'
import type { ServiceFigures } from './service/service-figures.js'

/** Which figure of ours a goal speaks of. */
export type GoalFigure =
  /** Our speed over the limit's (its JavaScript variant). */
  | { readonly kind: 'speed'; readonly workload: WorkloadName }
  /** Server CPU per answer over the limit's. */
  | { readonly kind: 'cpu'; readonly workload: WorkloadName }
  | { readonly kind: 'own'; readonly workload: WorkloadName; readonly figure: FigureName }
  /** From the start of the process to the first list. */
  | { readonly kind: 'start'; readonly database: 'bench' | 'bench300' }
  /** Of the service alone. */
  | { readonly kind: 'service'; readonly figure: keyof ServiceFigures }
  /** 1 when the answer is the limit's, 0 when it is not. */
  | { readonly kind: 'answer'; readonly workload: WorkloadName }

export interface Goal {
  readonly what: string
  readonly figure: GoalFigure
  readonly unit: '×' | 'ms' | 'MB' | ''
  readonly atLeast?: number
  readonly atMost?: number
}

/** Goals on loads are read at this number of connections. */
export const GOAL_CONNECTIONS = 16

const speed = (workload: WorkloadName, atLeast: number): Goal => ({
  what: `${workload}: speed of the limit`,
  figure: { kind: 'speed', workload },
  unit: '×',
  atLeast,
})

export const goals: readonly Goal[] = [
  speed('list15', 0.75),
  speed('list100', 0.75),
  speed('get', 0.6),
  speed('related', 0.6),
  speed('search', 0.9),
  speed('countFiltered', 0.95),
  speed('count1m', 0.95),
  speed('deep', 0.9),
  speed('create', 0.5),
  speed('update', 0.5),
  speed('chart', 0.9),
  speed('chartTz', 0.9),
  {
    what: 'chartTz: months in the right time zone',
    figure: { kind: 'answer', workload: 'chartTz' },
    unit: '',
    atLeast: 1,
  },
  speed('csv1m', 1),
  {
    what: 'csv1m: first byte',
    figure: { kind: 'own', workload: 'csv1m', figure: 'firstByteMs' },
    unit: 'ms',
    atMost: 100,
  },
  {
    what: 'csv1m: peak memory',
    figure: { kind: 'own', workload: 'csv1m', figure: 'peakMemoryMb' },
    unit: 'MB',
    atMost: 150,
  },
  {
    what: 'list15: server CPU of the limit',
    figure: { kind: 'cpu', workload: 'list15' },
    unit: '×',
    atMost: 1.5,
  },
  {
    what: 'start to first answer, 10 tables',
    figure: { kind: 'start', database: 'bench' },
    unit: 'ms',
    atMost: 600,
  },
  {
    what: 'start to first answer, 300 tables',
    figure: { kind: 'start', database: 'bench300' },
    unit: 'ms',
    atMost: 1500,
  },
  speed('notes10', 0.7),
  speed('notes100', 0.7),
  {
    what: 'notes: page 10,000 by cursor, time of page 1',
    figure: { kind: 'service', figure: 'byCursor' },
    unit: '×',
    atMost: 1.2,
  },
  {
    what: 'notes: page 10,000 by createdAt.lt, time of page 1',
    figure: { kind: 'service', figure: 'byCreatedAt' },
    unit: '×',
    atMost: 1.2,
  },
  {
    what: 'notes: memory at the end of a load, of its beginning',
    figure: { kind: 'service', figure: 'memoryGrowth' },
    unit: '×',
    atMost: 1.1,
  },
]
