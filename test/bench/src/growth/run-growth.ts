import type { BenchServer } from '../data/bench-server.js'
import { ask } from '../driver/ask.js'
import { median } from '../driver/median.js'
import { residentMb } from '../driver/memory.js'
import type { BenchOptions } from '../options.js'
import { type Measured, nothingMeasured } from '../report/results.js'
import { growthProgram } from '../servers/folders.js'
import { type ServerCommand, startServer } from '../servers/start-server.js'
import { schemaFile, writeSchemaFile } from '../targets/commands.js'
import { authSecret, sessionHeaders } from '../targets/session-token.js'
import type { TargetSetting } from '../targets/start-targets.js'
import { type Dimension, dimensions } from './dimensions.js'
import { computeGrowth, findWorst, type Growth, type GrowthStep } from './growth-figures.js'
import { measureEntries } from './measure-entries.js'

const DATABASE = 'bench_growth'
const STARTS = 3
const SHOTS = 300

/** Makes everything larger, one thing after the other, and tells how time and memory grow. */
export async function runGrowth(_: BenchOptions, setting: TargetSetting): Promise<Measured> {
  const growths: Growth[] = []
  for (const dimension of dimensions) {
    const steps: GrowthStep[] = []
    for (const size of dimension.sizes) {
      setting.progress(`${dimension.what}: ${size.toLocaleString('en')}`)
      steps.push(await measureStep(dimension, size, setting))
    }
    growths.push(computeGrowth(dimension.what, steps))
  }
  growths.push(await measureEntries(setting))
  await setting.server.run('postgres', [`drop database if exists ${DATABASE} with (force)`])
  return { ...nothingMeasured, growth: { growths, worst: findWorst(growths) } }
}

async function measureStep(
  dimension: Dimension,
  size: number,
  { server, logDir }: TargetSetting,
): Promise<GrowthStep> {
  await makeDatabase(server, dimension.fill(size))
  const command = describeServer(dimension, size, server, logDir)
  await writeSchemaFile(command, logDir)
  return dimension.isStart
    ? { size, ...(await timeStarts(command, logDir)) }
    : { size, ...(await timeRequests(dimension, size, command, logDir)) }
}

async function makeDatabase(server: BenchServer, statements: readonly string[]): Promise<void> {
  await server.run('postgres', [
    `drop database if exists ${DATABASE} with (force)`,
    `create database ${DATABASE}`,
  ])
  await server.run(DATABASE, statements)
}

function describeServer(
  { path, settings }: Dimension,
  size: number,
  server: BenchServer,
  logDir: string,
): ServerCommand {
  return {
    name: 'growth',
    args: [growthProgram],
    env: {
      ...settings?.(size),
      AUTH_SECRET: authSecret,
      DATABASE_URL: server.url(DATABASE),
      SCHEMA_FILE: schemaFile(logDir, 'growth'),
    },
    firstPath: path(size),
    headers: sessionHeaders(),
  }
}

type Times = Omit<GrowthStep, 'size'>

async function timeStarts(command: ServerCommand, logDir: string): Promise<Times> {
  const starts: Times[] = []
  for (let round = 0; round < STARTS; round++) {
    const server = await startServer(command, logDir)
    starts.push({ ms: server.readyMs, memoryMb: residentMb(server.pid, 'now') })
    await server.stop()
  }
  return {
    ms: median(starts.map(({ ms }) => ms)) ?? Number.NaN,
    memoryMb: median(starts.map(({ memoryMb }) => memoryMb)),
  }
}

async function timeRequests(
  { path, shots = SHOTS }: Dimension,
  size: number,
  command: ServerCommand,
  logDir: string,
): Promise<Times> {
  const server = await startServer(command, logDir)
  try {
    const times: number[] = []
    // The first half is for the code to be compiled.
    for (let shot = 0; shot < 2 * shots; shot++) {
      const { status, ms, body } = await ask(
        server.base,
        { path: path(size) },
        command.headers,
        false,
      )
      if (status !== 200) throw new Error(`${command.firstPath}: ${status} ${body}`)
      times.push(ms)
    }
    return {
      ms: median(times.slice(shots)) ?? Number.NaN,
      memoryMb: residentMb(server.pid, 'now'),
    }
  } finally {
    await server.stop()
  }
}
