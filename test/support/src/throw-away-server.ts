import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { endWithUs } from './end-with-us.js'
import { freePort } from './free-port.js'

/** A database server of the test run's own, on a free port, in a temporary folder. */
export interface ThrowAwayServer {
  readonly url: string
  readonly port: number
  /** Ends the server at once, as a crash would; the data stay. */
  kill(): Promise<void>
  /** Starts it again on the same data and port. */
  start(): Promise<void>
  /** Ends the server and removes its data, unless they were to be kept. */
  stop(): Promise<void>
}

export interface ServerRecipe {
  readonly name: string
  /** Prepares an empty data folder. */
  init(
    dataDir: string,
    run: (command: string, args: readonly string[]) => Promise<void>,
  ): Promise<void>
  /** The command that serves it. */
  serve(
    dataDir: string,
    port: number,
  ): { readonly command: string; readonly args: readonly string[] }
  url(port: number): string
  /** Ends a server whose data nobody wants: SIGKILL unless it would leave something behind. */
  readonly lastSignal?: 'SIGQUIT'
  /** Resolves once the server answers on this address; rejects when it does not yet. */
  ping(url: string): Promise<void>
}

const NOBODY = 65534
/** Database servers refuse to run as root: then they run as nobody. */
export const asOther = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const execute = promisify(execFile)
const PORT_ATTEMPTS = 5
const READY_ATTEMPTS = 300
const RESTART_ATTEMPTS = 100

export async function startThrowAwayServer(
  recipe: ServerRecipe,
  keptDir?: string,
): Promise<ThrowAwayServer> {
  const dataDir = await prepareData(recipe, keptDir)
  for (let attempt = 1; ; attempt++) {
    const server = control(recipe, dataDir, await freePort(), keptDir !== undefined)
    try {
      await server.start()
      return server
    } catch (error) {
      await server.kill()
      if (attempt === PORT_ATTEMPTS) {
        await server.stop()
        throw error
      }
    }
  }
}

async function prepareData(recipe: ServerRecipe, keptDir: string | undefined): Promise<string> {
  const dataDir = keptDir ?? (await mkdtemp(join(tmpdir(), `${recipe.name}-`)))
  await mkdir(dataDir, { recursive: true })
  if ((await readdir(dataDir)).length > 0) return dataDir
  if (asOther.uid) await chown(dataDir, asOther.uid, asOther.gid)
  try {
    await recipe.init(dataDir, async (command, args) => {
      await execute(command, [...args], { ...asOther, cwd: dataDir })
    })
    return dataDir
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
}

function control(
  recipe: ServerRecipe,
  dataDir: string,
  port: number,
  isKept: boolean,
): ThrowAwayServer {
  const url = recipe.url(port)
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  let isKilled = false
  const kill = () => {
    isKilled = true
    return end('SIGKILL')
  }
  // Data that stay want an orderly end: SIGINT is PostgreSQL's fast shutdown.
  const lastSignal = isKept ? 'SIGINT' : (recipe.lastSignal ?? 'SIGKILL')
  return {
    url,
    port,
    kill,
    async start() {
      const { command, args } = recipe.serve(dataDir, port)
      for (let attempt = 1; ; attempt++) {
        child = spawn(command, [...args], { ...asOther, cwd: dataDir, stdio: 'ignore' })
        endWithUs(child, lastSignal)
        try {
          return await untilReady(recipe, url, child)
        } catch (error) {
          // Processes of the killed server may still use its memory: then another does not start.
          const mayRestart = isKilled && child.exitCode !== null && attempt < RESTART_ATTEMPTS
          if (!mayRestart) throw error
          await sleep(100)
        }
      }
    },
    async stop() {
      await end(lastSignal)
      if (!isKept) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function untilReady(recipe: ServerRecipe, url: string, child: ChildProcess): Promise<void> {
  let reason: unknown
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt++) {
    if (child.exitCode !== null) break
    try {
      return await recipe.ping(url)
    } catch (error) {
      reason = error
      await sleep(100)
    }
  }
  throw new Error(`${recipe.name} did not become ready`, { cause: reason })
}
