import type { DocumentFigures } from './documents/document-figures.js'
import type { FigureName } from './driver/sample.js'
import type { WorkloadName } from './driver/workloads.js'
import type { JsonFigures } from './json/json-figures.js'
import type { PanelFigures } from './panel/panel-figures.js'
import type { ServiceFigures } from './service/service-figures.js'
import type { TypeFigures } from './types/run-types.js'

/** Which figure of ours a goal speaks of. */
export type GoalFigure =
  /** Our speed over the limit's (its JavaScript variant). */
  | { readonly kind: 'speed'; readonly workload: WorkloadName }
  /** Server CPU per answer over the limit's. */
  | { readonly kind: 'cpu'; readonly workload: WorkloadName }
  | { readonly kind: 'own'; readonly workload: WorkloadName; readonly figure: FigureName }
  /** From the start of the process to the first list. */
  | { readonly kind: 'start'; readonly database: 'bench' | 'bench300' }
  /** Speed of one target over that of another. */
  | {
      readonly kind: 'against'
      readonly workload: WorkloadName
      readonly target: string
      readonly other: string
    }
  /** How much longer a target takes to start than ours. */
  | { readonly kind: 'startMore'; readonly database: 'bench300'; readonly target: string }
  /** Of the compiler alone. */
  | { readonly kind: 'types'; readonly figure: keyof TypeFigures }
  /** Of the service alone. */
  | { readonly kind: 'service'; readonly figure: Exclude<keyof ServiceFigures, 'limit'> }
  /** Of the panel in a browser. */
  | { readonly kind: 'panel'; readonly figure: keyof PanelFigures }
  /** Of JSON columns alone. */
  | { readonly kind: 'json'; readonly figure: keyof JsonFigures }
  /** Of documents alone. */
  | { readonly kind: 'documents'; readonly figure: Exclude<keyof DocumentFigures, 'server'> }
  /** The highest growth of time over that of the work. */
  | { readonly kind: 'growth' }
  /** 1 when the answer is the limit's, 0 when it is not. */
  | { readonly kind: 'answer'; readonly workload: WorkloadName }

export interface Goal {
  readonly what: string
  readonly figure: GoalFigure
  readonly unit: '×' | 'ms' | 's' | 'MB' | ''
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

/** Permissions, scopes, activity log and audit trail together cost a tenth at most. */
const guarded = (workload: WorkloadName): Goal => ({
  what: `${workload}: speed with permissions, scopes and logs, of all off`,
  figure: { kind: 'against', workload, target: 'ours-guarded', other: 'ours-open' },
  unit: '×',
  atLeast: 0.9,
})

const peak = (workload: WorkloadName, atMost: number): Goal => ({
  what: `${workload}: peak memory`,
  figure: { kind: 'own', workload, figure: 'peakMemoryMb' },
  unit: 'MB',
  atMost,
})

const panel = (
  what: string,
  figure: keyof PanelFigures,
  unit: Goal['unit'],
  atMost: number,
): Goal => ({ what: `panel: ${what}`, figure: { kind: 'panel', figure }, unit, atMost })

export const goals: readonly Goal[] = [
  speed('list15', 1.1),
  speed('list100', 1.1),
  speed('get', 0.9),
  speed('related', 0.9),
  speed('search', 0.9),
  speed('countFiltered', 1),
  speed('count1m', 1),
  speed('deep', 1),
  speed('create', 0.8),
  speed('update', 0.8),
  speed('chart', 1),
  speed('chartTz', 1),
  {
    what: 'chartTz: months in the right time zone',
    figure: { kind: 'answer', workload: 'chartTz' },
    unit: '',
    atLeast: 1,
  },
  speed('csv1m', 1),
  {
    what: 'csv1m: speed of the limit in which PostgreSQL writes the text',
    figure: { kind: 'against', workload: 'csv1m', target: 'ours', other: 'limit-pg' },
    unit: '×',
    atLeast: 0.9,
  },
  {
    what: 'csv1m: first byte',
    figure: { kind: 'own', workload: 'csv1m', figure: 'firstByteMs' },
    unit: 'ms',
    atMost: 100,
  },
  peak('csv1m', 120),
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
    atMost: 400,
  },
  {
    what: 'start to first answer, 300 tables',
    figure: { kind: 'start', database: 'bench300' },
    unit: 'ms',
    atMost: 600,
  },
  speed('computed', 0.9),
  {
    what: 'list15: speed with ten unused customizations, of none',
    figure: { kind: 'against', workload: 'list15', target: 'ours-unused', other: 'ours-bare' },
    unit: '×',
    atLeast: 0.95,
  },
  guarded('list15'),
  guarded('list100'),
  guarded('get'),
  guarded('related'),
  guarded('computed'),
  guarded('search'),
  guarded('create'),
  guarded('update'),
  speed('jsonFilter', 0.9),
  {
    what: 'jsonFilter: runs in the database (rows read for a page of 15)',
    figure: { kind: 'json', figure: 'rowsRead' },
    unit: '',
    atMost: 15,
  },
  speed('emuFilter', 0.5),
  speed('emuSort', 0.5),
  peak('emuFilter', 200),
  peak('emuSort', 200),
  peak('emuFilter1m', 200),
  peak('emuSort1m', 200),
  peak('file1g', 200),
  {
    what: 'start with 10 renames in each of 200 collections, more than without',
    figure: { kind: 'startMore', database: 'bench300', target: 'ours-renamed' },
    unit: 'ms',
    atMost: 1000,
  },
  {
    what: 'types: 60 chained calls on 120 collections',
    figure: { kind: 'types', figure: 'chainSeconds' },
    unit: 's',
    atMost: 3,
  },
  {
    what: 'types: the same by the compiler of editors',
    figure: { kind: 'types', figure: 'editorSeconds' },
    unit: 's',
    atMost: 10,
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
  {
    what: 'events: memory of 1,000 connected agents',
    figure: { kind: 'service', figure: 'streamsMb' },
    unit: 'MB',
    atMost: 150,
  },
  {
    what: 'events: until all of them heard of a change',
    figure: { kind: 'service', figure: 'newsSeconds' },
    unit: 's',
    atMost: 1,
  },
  {
    what: 'events: memory of 1,000 connected agents, of the limit',
    figure: { kind: 'service', figure: 'streamsOfLimit' },
    unit: '×',
    atMost: 2,
  },
  {
    what: 'events: until all of them heard of a change, time of the limit',
    figure: { kind: 'service', figure: 'newsOfLimit' },
    unit: '×',
    atMost: 3,
  },
  {
    what: 'activity log: entries written a second',
    figure: { kind: 'service', figure: 'entriesPerSecond' },
    unit: '',
    atLeast: 20_000,
  },
  {
    what: 'activity log: speed of the limit',
    figure: { kind: 'service', figure: 'entriesOfLimit' },
    unit: '×',
    atLeast: 0.7,
  },
  speed('docs15', 0.7),
  {
    what: 'docs15: uses the index',
    figure: { kind: 'documents', figure: 'usesIndex' },
    unit: '',
    atLeast: 1,
  },
  {
    what: 'docs15: documents read for a page of 15',
    figure: { kind: 'documents', figure: 'documentsRead' },
    unit: '',
    atMost: 30,
  },
  speed('docsFiltered', 0.7),
  peak('docsCsv1m', 250),
  {
    what: 'docsCsv1m: memory at the end of an export, of its beginning',
    figure: { kind: 'documents', figure: 'exportGrowth' },
    unit: '×',
    atMost: 1.1,
  },
  panel('cold load to rows', 'coldMs', 'ms', 1200),
  panel('cold load to rows, time of the limit', 'coldOfLimit', '×', 2),
  panel('warm load to rows', 'warmMs', 'ms', 600),
  panel('cold load with 80 ms of latency, round trips', 'roundTrips', '', 6),
  panel('switch of the collection, time of the limit', 'switchOfLimit', '×', 1.5),
  panel('J and K to paint, p95', 'moveP95Ms', 'ms', 16),
  panel('select to paint, p95', 'selectP95Ms', 'ms', 50),
  panel('peek to paint, p95', 'peekP95Ms', 'ms', 50),
  panel('palette to paint, p95', 'paletteP95Ms', 'ms', 50),
  panel('any of them on a processor 4 × slower, p95', 'slowProcessorP95Ms', 'ms', 100),
  panel('frame of a scroll through 10,000 rows × 20 columns, p95', 'frameP95Ms', 'ms', 20),
  panel('memory after long use', 'heapMb', 'MB', 120),
  panel('growth of memory by long use', 'heapGrowthMb', 'MB', 20),
  panel('growth of memory by an export of 1 M rows', 'exportGrowthMb', 'MB', 5),
  {
    what: 'growth of time over that of the work, at worst',
    figure: { kind: 'growth' },
    unit: '×',
    atMost: 1,
  },
]
