import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@service/test-support'

/** A program that listens on a port that its environment names. */
export interface ServerCommand {
  readonly name: string
  /** Arguments of node: the program, then its own. */
  readonly args: readonly string[]
  readonly cwd?: string
  /** The node to run it with, when not this one. */
  readonly node?: string
  readonly env: Readonly<Record<string, string>>
  /** The variable that names the port; `PORT` unless given. */
  readonly portVariable?: string
  /** The request that tells that it serves. */
  readonly firstPath: string
  readonly headers: Readonly<Record<string, string>>
}

export interface RunningServer {
  readonly pid: number
  readonly base: string
  /** From the start of the process to the first answer. */
  readonly readyMs: number
  stop(): Promise<void>
}

const READY_WITHIN = 120_000
const STOP_WITHIN = 4_000

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a server and waits for its first good answer; its output goes to `<logDir>/<name>.log`. */
export async function startServer(command: ServerCommand, logDir: string): Promise<RunningServer> {
  mkdirSync(logDir, { recursive: true })
  const port = await freePort()
  const logFile = join(logDir, `${command.name}.log`)
  const log = openSync(logFile, 'w')
  const started = performance.now()
  const child = spawn(command.node ?? process.execPath, [...command.args], {
    cwd: command.cwd,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...command.env,
      [command.portVariable ?? 'PORT']: String(port),
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  running.add(child)
  const base = `http://127.0.0.1:${port}`
  const stop = async () => {
    await end(child)
    running.delete(child)
  }
  try {
    await untilAnswering(child, base + command.firstPath, command.headers)
  } catch (error) {
    await stop()
    const said = readFileSync(logFile, 'utf8').trim().split('\n').slice(-10).join('\n')
    throw new Error(`${command.name} did not start: ${(error as Error).message}. It said:\n${said}`)
  }
  return { pid: child.pid ?? 0, base, readyMs: performance.now() - started, stop }
}

async function untilAnswering(
  child: ChildProcess,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const deadline = performance.now() + READY_WITHIN
  for (;;) {
    const status = await fetchStatus(url, headers)
    if (status === 200) return
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`)
    if (performance.now() > deadline) {
      throw new Error(`GET ${url} gave ${status || 'no answer'} for ${READY_WITHIN / 1000} s`)
    }
    await sleep(5)
  }
}

/** The status of an answer, 0 when there is none. */
function fetchStatus(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise(resolve => {
    const request = get(url, { headers, agent: false }, response => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', () => resolve(0))
    request.setTimeout(60_000, () => request.destroy())
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const isGone = await Promise.race([gone, sleep(STOP_WITHIN, false, { ref: false })])
  if (isGone) return
  child.kill('SIGKILL')
  await gone
}
