import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyEmbeddedData, endWithUs } from '@service/test-support'
import { inject } from 'vitest'
import { ask, signInByPassword } from '../ask.js'
import { signInAtAgent } from '../sign-in-at-agent.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that the set-up of the run has made of the command line. */
    serviceProgram: string
  }
}

/** A response of the agent. */
interface AgentAnswer {
  readonly status: number
  readonly body: unknown
}

/** `backoffice open` in a process of its own. */
export interface OpenProcess {
  readonly welcomeUrl: string
  readonly serviceUrl: string
  readonly agentUrl: string
  /** What it printed so far, on both streams. */
  readonly printed: () => string
  /** Signs the administrator in, with the password that the data folder has. */
  signIn(): Promise<AgentClient>
  /** Sends a signal, SIGINT unless told, and returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

export interface AgentClient {
  readonly token: string
  send(method: string, path: string, body?: object): Promise<AgentAnswer>
}

/** The embedded store starts in half the time when its code is not optimised. */
const flags = ['--liftoff-only', '--no-opt']

/** A data folder whose store is a copy of one that the run has made, on free ports. */
export async function createDataFolder(template: string, secret: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-'))
  copyEmbeddedData(template, folder)
  const state = { serviceSecret: secret, servicePort: 0, agentPort: 0 }
  await writeFile(join(folder, 'state.json'), JSON.stringify(state), { mode: 0o600 })
  return folder
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** A folder for the files of a test. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'open-files-'))
  await mkdir(folder, { recursive: true })
  return folder
}

/** Starts the program without waiting; for those that end by themselves. */
export function runProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  program: string = inject('serviceProgram'),
): { readonly child: ChildProcess; readonly printed: () => string } {
  const child = endWithUs(
    spawn(process.execPath, [...flags, program, ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  let text = ''
  const keep = (chunk: Buffer) => {
    text += String(chunk)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return { child, printed: () => text }
}

/** Starts the program and waits until it prints its link. */
export async function startOpen(
  folder: string,
  args: readonly string[],
  environment?: Readonly<Record<string, string>>,
  program?: string,
): Promise<OpenProcess> {
  const command = ['open', '--data', folder, ...args]
  const { child, printed } = runProgram(command, environment, program)
  const exited = once(child, 'exit')
  const welcomeUrl = await Promise.race([
    readLink(child, printed),
    exited.then(([code]) => {
      throw new Error(`It ended with ${code}: ${printed()}`)
    }),
  ])
  const state = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8'))
  const serviceUrl = new URL(welcomeUrl).origin
  const agentUrl = `http://127.0.0.1:${state.agentPort}/service`
  return {
    welcomeUrl,
    serviceUrl,
    agentUrl,
    printed,
    signIn: () => signInAsAdministrator(folder),
    async end(signal = 'SIGINT') {
      child.kill(signal)
      const [code] = await exited
      return code
    },
  }
}

async function readLink(child: ChildProcess, printed: () => string): Promise<string> {
  for (;;) {
    const [link] = /http:\/\/127\.0\.0\.1:\d+\/welcome\/\S+(?=\s)/.exec(printed()) ?? []
    if (link !== undefined && printed().includes('Ctrl-C')) return link
    await once(child.stdout!, 'data')
  }
}

interface Listed {
  readonly data: readonly { readonly id: number }[]
}

/** Signs in with the password that a data folder has, at the ports of its last start. */
export async function signInAsAdministrator(folder: string): Promise<AgentClient> {
  const state = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8'))
  const { adminEmail: email, adminPassword: password } = state
  const serviceUrl = `http://127.0.0.1:${state.servicePort}`
  const agentUrl = `http://127.0.0.1:${state.agentPort}/service`
  const signed = await signInByPassword(serviceUrl, email, password)
  const first = async (path: string) =>
    `${path}/${(await ask<Listed>(serviceUrl, 'GET', path, signed)).data[0]?.id}`
  const environment = await first(`${await first('/api/projects')}/environments`)
  const rendering = await first(`${environment}/renderings`)
  const renderingId = Number(rendering.split('/').at(-1))
  const { token } = await signInAtAgent(agentUrl, renderingId, { id: 0, email, password })
  return createAgentClient(agentUrl, token)
}

/** Sends requests with a session; `path` follows the prefix. */
export function createAgentClient(agentUrl: string, token: string): AgentClient {
  return {
    token,
    async send(method, path, body) {
      const zoned = `${agentUrl}${path}${path.includes('?') ? '&' : '?'}timezone=UTC`
      const response = await fetch(zoned, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    },
  }
}
