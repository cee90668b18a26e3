import { findMedianRange, median, type Range } from '../driver/median.js'
import type { FigureName, Figures, Sample } from '../driver/sample.js'

/** The medians of one workload on one target with one number of connections. */
export interface Cell {
  readonly workload: string
  readonly connections: number
  readonly target: string
  readonly rounds: number
  readonly figures: Figures
  /** How fast it is compared with each other target: 0.5 is half as fast. */
  readonly speedAgainst: Readonly<Record<string, number>>
  /** Where that ratio lies with a probability of 95 % or more. */
  readonly speedRange: Readonly<Record<string, Range>>
  /** CPU of server and database per answer compared with each other target: holds on a busy machine. */
  readonly cpuAgainst: Readonly<Record<string, number>>
}

const figureNames: readonly FigureName[] = [
  'perSecond',
  'p50Ms',
  'p99Ms',
  'ms',
  'firstByteMs',
  'bytes',
  'failures',
  'serverCpuMs',
  'databaseCpuMs',
  'otherCores',
  'memoryMb',
  'peakMemoryMb',
]

/** One cell per target, of the samples of one workload with one number of connections. */
export function computeCells(samples: readonly Sample[]): readonly Cell[] {
  const targets = [...new Set(samples.map(sample => sample.target))]
  const medians = targets.map(target => {
    const own = samples.filter(sample => sample.target === target)
    return { target, own, figures: computeMedians(own) }
  })
  return medians.map(({ target, figures, own }) => {
    const others = medians.filter(other => other.target !== target)
    const against = <T>(summarize: (other: readonly Sample[]) => T): Record<string, T> =>
      Object.fromEntries(others.map(other => [other.target, summarize(other.own)]))
    const ratios = (other: readonly Sample[]) => compareRounds(own, other, computeSpeed)
    return {
      workload: own[0]?.workload ?? '',
      connections: own[0]?.connections ?? 0,
      target,
      rounds: own.length,
      figures,
      speedAgainst: against(other => median(ratios(other)) ?? Number.NaN),
      speedRange: against(other => findMedianRange(ratios(other))),
      cpuAgainst: against(other => median(compareRounds(own, other, sumCpu)) ?? Number.NaN),
    }
  })
}

/** What each round gives: the speed of a machine drifts, and both ran side by side. */
function compareRounds(
  own: readonly Sample[],
  others: readonly Sample[],
  measure: (figures: Figures) => number,
): readonly number[] {
  return own.flatMap(({ round, figures }) => {
    const other = others.find(sample => sample.round === round)
    return other ? measure(figures) / measure(other.figures) : []
  })
}

function computeMedians(samples: readonly Sample[]): Figures {
  const entries = figureNames.map(name => [name, median(samples.map(s => s.figures[name]))])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function computeSpeed(figures: Figures): number {
  return figures.perSecond ?? 1000 / (figures.ms ?? Number.NaN)
}

function sumCpu({ serverCpuMs, databaseCpuMs }: Figures): number {
  return (serverCpuMs ?? Number.NaN) + (databaseCpuMs ?? Number.NaN)
}
