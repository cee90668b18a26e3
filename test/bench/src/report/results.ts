import { writeFileSync } from 'node:fs'
import { arch, cpus, release, type as systemName, totalmem } from 'node:os'
import type { DocumentFigures } from '../documents/document-figures.js'
import type { Sample } from '../driver/sample.js'
import type { GrowthFigures } from '../growth/growth-figures.js'
import type { JsonFigures } from '../json/json-figures.js'
import type { PanelFigures } from '../panel/panel-figures.js'
import type { ProfileFigures } from '../profile/profile-figures.js'
import type { ServiceFigures } from '../service/service-figures.js'
import type { TypeFigures } from '../types/run-types.js'
import type { Cell } from './cells.js'
import type { EvaluatedGoal } from './evaluate-goals.js'

export interface Startup {
  readonly target: string
  readonly database: string
  readonly readyMs: number
  readonly serverCpuMs?: number
  readonly memoryMb?: number
}

/** Everything a run has found. */
export interface Measured {
  readonly samples: readonly Sample[]
  readonly cells: readonly Cell[]
  readonly startups: readonly Startup[]
  /** Whether a target of the agent protocol answered what the limit answers. */
  readonly answers: readonly {
    readonly workload: string
    readonly target: string
    readonly isRight: boolean
  }[]
  /** What checking types costs. */
  readonly types?: TypeFigures
  /** What only the service is asked. */
  readonly service?: ServiceFigures
  /** What the panel needs in a browser. */
  readonly panel?: PanelFigures
  /** How time and memory grow with the work. */
  readonly growth?: GrowthFigures
  /** Where the time of a request goes. */
  readonly profile?: ProfileFigures
  /** What only JSON columns are asked. */
  readonly json?: JsonFigures
  /** What only documents are asked. */
  readonly documents?: DocumentFigures
  /** Targets and workloads left out, and why. */
  readonly leftOut: readonly string[]
}

export const nothingMeasured: Measured = {
  samples: [],
  cells: [],
  startups: [],
  answers: [],
  leftOut: [],
}

export interface Machine {
  readonly system: string
  readonly processor: string
  readonly cores: number
  readonly memoryGb: number
  readonly node: string
  readonly postgres: string
}

export function describeMachine(postgres: string): Machine {
  const processors = cpus()
  return {
    system: `${systemName()} ${release()} ${arch()}`,
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres,
  }
}

export interface Run {
  readonly machine: Machine
  readonly options: object
  readonly measured: Measured
  readonly goals: readonly EvaluatedGoal[]
}

/** Writes the results; figures keep four digits, which is more than they are worth. */
export function writeResults(file: string, { machine, options, measured, goals }: Run): void {
  const results = { date: new Date().toISOString(), machine, options, goals, ...measured }
  writeFileSync(file, `${JSON.stringify(results, round, 2)}\n`)
}

function round(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value)
    ? Number(value.toPrecision(4))
    : value
}
