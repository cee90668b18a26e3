import { median, type Range } from '../driver/median.js'
import type { GrowthFigures } from '../growth/growth-figures.js'
import type { PanelFigures } from '../panel/panel-figures.js'
import type { ProfileFigures, WorkloadProfile } from '../profile/profile-figures.js'
import { stages } from '../profile/stages.js'
import type { ServiceFigures } from '../service/service-figures.js'
import type { TypeFigures } from '../types/run-types.js'
import type { Cell } from './cells.js'
import type { EvaluatedGoal } from './evaluate-goals.js'
import type { Startup } from './results.js'

export function printCells(title: string, cells: readonly Cell[]): void {
  console.log(`\n${title}`)
  printTable(
    cells.map(({ target, figures, speedAgainst, speedRange, cpuAgainst }) => ({
      target,
      'answers/s': number(figures.perSecond),
      ms: number(figures.ms ?? figures.p50Ms),
      '1st byte': number(figures.firstByteMs),
      'of limit': number(speedAgainst['limit-js']),
      'of forest': number(speedAgainst.forest),
      'of before': number(speedAgainst.before),
      '95 %': range(speedRange.before),
      'CPU ms': number(figures.serverCpuMs),
      'DB ms': number(figures.databaseCpuMs),
      'CPU of limit': number(cpuAgainst['limit-js']),
      'CPU of before': number(cpuAgainst.before),
      bytes: number(figures.bytes),
      MB: number(figures.memoryMb),
      'peak MB': number(figures.peakMemoryMb),
      failed: figures.failures ? String(figures.failures) : '',
      'others’ cores': number(figures.otherCores),
    })),
  )
}

export function printStartups(startups: readonly Startup[]): void {
  console.log('\nStart to first answer')
  printTable(
    startups.map(({ target, database, readyMs, serverCpuMs, memoryMb }) => ({
      target,
      database,
      ms: number(readyMs),
      'CPU ms': number(serverCpuMs),
      MB: number(memoryMb),
    })),
  )
}

export function printService(figures: ServiceFigures): void {
  const { firstPageMs, byCursor, byCreatedAt, memoryGrowth, limit } = figures
  const compared = [
    { target: 'limit-js', of: limit },
    { target: 'ours', of: figures },
  ]
  console.log('\nOne page of 10 notes after the other, and a long load')
  printTable([
    {
      'page 1, ms': number(firstPageMs),
      'page 10,000 by cursor': `${number(byCursor)} ×`,
      'by createdAt.lt': `${number(byCreatedAt)} ×`,
      'memory, end of beginning': memoryGrowth === undefined ? '' : `${number(memoryGrowth)} ×`,
    },
  ])
  console.log('\n1,000 agents on the event stream')
  printTable(
    compared.map(({ target, of }) => ({
      target,
      MB: number(of.streamsMb),
      'until all heard of a change, s': number(of.newsSeconds),
    })),
  )
  console.log('\nBatches of 1,000 entries of the activity log, from 4 agents at once')
  printTable(
    compared.map(({ target, of }) => ({
      target,
      'entries/s': number(of.entriesPerSecond),
      'of limit': number(of.entriesPerSecond / limit.entriesPerSecond),
      'CPU µs': number(of.entryCpuUs),
      'DB µs': number(of.entryDatabaseUs),
    })),
  )
}

export function printTypes({ schemaSeconds, chainSeconds, editorSeconds }: TypeFigures): void {
  console.log('\nChecking types: 120 collections, then 60 chained calls on one of them')
  printTable([
    {
      'collections alone, s': number(schemaSeconds),
      'with calls, s': number(chainSeconds),
      'by the compiler of editors, s': number(editorSeconds),
    },
  ])
}

export function printPanel(figures: PanelFigures): void {
  console.log('\nThe panel in Chromium')
  printTable([
    {
      'cold load, ms': number(figures.coldMs),
      'of limit': `${number(figures.coldOfLimit)} ×`,
      'warm, ms': number(figures.warmMs),
      'round trips': number(figures.roundTrips),
      'other collection, ms': number(figures.switchMs),
      'switch of limit': `${number(figures.switchOfLimit)} ×`,
      'heap, MB': number(figures.heapMb),
    },
  ])
}

export function printGrowth({ growths }: GrowthFigures): void {
  console.log('\nHow time and memory grow with the work')
  const list = (values: readonly (number | undefined)[]) => values.map(number).join(' → ')
  printTable(
    growths.map(({ what, steps, workGrowth, timeGrowth, memoryGrowth }) => ({
      what,
      of: steps.map(({ size }) => size.toLocaleString('en')).join(' → '),
      ms: list(steps.map(({ ms }) => ms)),
      MB: list(steps.map(({ memoryMb }) => memoryMb)),
      work: `${number(workGrowth)} ×`,
      time: `${number(timeGrowth)} ×`,
      memory: memoryGrowth === undefined ? '' : `${number(memoryGrowth)} ×`,
    })),
  )
}

export function printProfile({ workloads }: ProfileFigures): void {
  console.log('\nWhere the time of a request goes, in microseconds of the processor')
  const row = (what: string, read: (profile: WorkloadProfile) => number | undefined) => ({
    what,
    ...Object.fromEntries(workloads.map(each => [each.workload, whole(read(each))])),
  })
  printTable([
    ...stages.map(stage => row(stage, ({ byStage }) => byStage[stage])),
    row('in all', ({ total }) => total),
    row('the limit in all', ({ limit }) => limit),
  ])
}

const whole = (value: number | undefined) => (value === undefined ? '' : value.toFixed(0))

export function printGoals(goals: readonly EvaluatedGoal[]): void {
  console.log('\nGoals')
  printTable(
    goals.map(({ what, unit, goal, figure, isMet }) => ({
      goal: what,
      wanted: `${goal} ${unit}`.trim(),
      found: figure === undefined ? '' : `${number(figure)} ${unit}`.trim(),
      result: isMet === undefined ? 'not measured' : isMet ? 'met' : 'NOT MET',
    })),
  )
}

const QUIET = 0.2

/** Tells when other programs kept the machine busy: speeds are then worth little, CPU still something. */
export function printUnrest(cells: readonly Cell[]): void {
  const busy = median(cells.map(cell => cell.figures.otherCores)) ?? 0
  if (busy < QUIET) return
  console.log(
    `\nOther programs used ${number(busy)} cores meanwhile: trust the CPU columns, not speeds.`,
  )
}

/** Columns that are empty in every row are left out. */
function printTable(rows: readonly Readonly<Record<string, string>>[]): void {
  const names = Object.keys(rows[0] ?? {}).filter(name => rows.some(row => row[name] !== ''))
  const widths = names.map(name => Math.max(name.length, ...rows.map(row => width(row, name))))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
  console.log(line(names))
  for (const row of rows) console.log(line(names.map(name => row[name] ?? '')))
}

const width = (row: Readonly<Record<string, string>>, name: string) => row[name]?.length ?? 0

function range(values: Range | undefined): string {
  return values ? `${number(values.low)} – ${number(values.high)}` : ''
}

function number(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return ''
  if (value >= 100) return value.toFixed(0)
  return value.toFixed(value >= 10 ? 1 : 2)
}
