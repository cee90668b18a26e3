import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type WorkloadName, workloads } from './driver/workloads.js'
import { benchDir, defaultDataDir } from './servers/folders.js'

const peerChoices = {
  none: [],
  forest: ['forest'],
  all: ['directus', 'adminjs', 'forest'],
} as const

/** What can be measured: records and documents through the agent, notes of the service, types of the chain, the panel in a browser, how all grows, and where the time of a request goes. */
const sections = ['agent', 'documents', 'service', 'types', 'panel', 'growth', 'profile'] as const
export type Section = (typeof sections)[number]

export interface BenchOptions {
  readonly sections: readonly Section[]
  /** Rows of the table that the service lists. */
  readonly notes: number
  readonly peers: keyof typeof peerChoices
  readonly workloads: readonly WorkloadName[]
  readonly rounds: number
  /** Seconds per load. */
  readonly duration: number
  readonly connections: readonly number[]
  readonly isStartupTimed: boolean
  /** Ours with and without customizations, rights and logs: half of the time of the section. */
  readonly areVariantsCompared: boolean
  /** A checkout of an earlier version, to compare ours with. */
  readonly before?: string
  readonly dataDir: string
  readonly out: string
}

export const help = `Usage: npm run bench -- [options]

Measures our agent and our service against hand-written limits and against peers, on a PostgreSQL of its own.

  --only agent|documents|service|types|panel|growth|profile  one of the seven
  --peers none|forest|all  peers to compare with (forest; all adds AdminJS and Directus)
  --workloads a,b          only these: ${workloads.map(workload => workload.name).join(', ')}
  --notes 5000000          notes the service has
  --rounds 3               rounds of each workload, of which medians are taken
  --duration 3             seconds per round
  --conns 1,16             numbers of connections
  --before <folder>        a checkout of an earlier version after npm ci: compares the agent with its agent alone,
                           in short turns, with new processes in every round
  --no-startup             leave out the start-up times
  --no-variants            leave out ours with and without customizations, rights and logs
  --data <folder>          where the databases and logs are kept (test/bench/.data)
  --out <file>             where the results are written (test/bench/results.json)
  --help                   this text`

/** Reads the command line; undefined when help was asked for. Throws naming a wrong option. */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      only: { type: 'string' },
      notes: { type: 'string', default: '5000000' },
      peers: { type: 'string', default: 'forest' },
      workloads: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      duration: { type: 'string', default: '3' },
      conns: { type: 'string', default: '1,16' },
      startup: { type: 'boolean', default: true },
      variants: { type: 'boolean', default: true },
      before: { type: 'string' },
      data: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const before = values.before === undefined ? undefined : resolve(values.before)
  return {
    sections: chooseSections(values.only ?? (before && 'agent')),
    before,
    notes: atLeast('notes', 100_000, values.notes),
    peers: parseChoice('peers', values.peers, Object.keys(peerChoices) as BenchOptions['peers'][]),
    workloads: chosenWorkloads(values.workloads),
    rounds: positive('rounds', values.rounds),
    duration: positive('duration', values.duration),
    connections: values.conns.split(',').map(text => positive('conns', text)),
    isStartupTimed: values.startup,
    areVariantsCompared: values.variants,
    dataDir: values.data ? resolve(values.data) : defaultDataDir,
    out: resolve(values.out ?? `${benchDir}/results.json`),
  }
}

export function listPeers(options: BenchOptions): readonly ('forest' | 'adminjs' | 'directus')[] {
  return peerChoices[options.peers]
}

function chooseSections(only: string | undefined): readonly Section[] {
  return only === undefined ? sections : [parseChoice<Section>('only', only, sections)]
}

function chosenWorkloads(text: string | undefined): readonly WorkloadName[] {
  const known = workloads.map(workload => workload.name)
  return text === undefined
    ? known
    : text.split(',').map(name => parseChoice<WorkloadName>('workloads', name, known))
}

function parseChoice<T extends string>(option: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find(value => value === text)
  if (found !== undefined) return found
  throw new Error(`--${option}: '${text}' is none of ${allowed.join(', ')}.`)
}

/** Page 10,000 of ten notes must exist. */
function atLeast(option: string, least: number, text: string): number {
  const value = positive(option, text)
  if (value >= least) return value
  throw new Error(`--${option}: '${text}' is less than ${least}.`)
}

function positive(option: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${option}: '${text}' is not a whole number above 0.`)
}
