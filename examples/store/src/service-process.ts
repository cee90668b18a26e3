import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The service, running as a process of its own. */
export interface ServiceProcess {
  readonly pid: number
  readonly url: string
  /** Signs the manager in, once within ten minutes. */
  readonly welcomeUrl: string
  /** Resolves with the reason when it ends without being asked to. */
  readonly died: Promise<string>
  stop(): Promise<void>
}

export interface ServiceSetting {
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl?: string
  readonly email: string
  readonly password: string
  readonly envSecret: string
  readonly serviceSecret: string
}

const program = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url))
const STOP_WITHIN = 15_000
const LINES_KEPT = 10

/** Starts the service with its demo project and waits until it answers. */
export async function startServiceProcess(setting: ServiceSetting): Promise<ServiceProcess> {
  // Its own process group: Ctrl-C reaches it through us, once. It ends with us by the channel.
  const child = fork(program, ['up', '--demo'], {
    silent: true,
    detached: true,
    env: buildEnvironment(setting),
  })
  const ended = waitForEnd(child)
  const started = await Promise.race([untilReady(child), ended])
  if (typeof started === 'string') throw new Error(started)
  let isAskedToStop = false
  return {
    ...started,
    pid: child.pid ?? 0,
    died: new Promise(resolve => ended.then(reason => isAskedToStop || resolve(reason))),
    stop() {
      isAskedToStop = true
      return end(child)
    },
  }
}

function buildEnvironment(setting: ServiceSetting): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SERVICE_LOG_LEVEL: process.env.SERVICE_LOG_LEVEL || 'warn',
    SERVICE_HOST: '127.0.0.1',
    SERVICE_PORT: String(setting.port),
    SERVICE_DATA_DIR: setting.dataDir,
    SERVICE_DATABASE_URL: setting.databaseUrl,
    SERVICE_SECRET: setting.serviceSecret,
    SERVICE_ADMIN_EMAIL: setting.email,
    SERVICE_ADMIN_PASSWORD: setting.password,
    SERVICE_ENV_SECRET: setting.envSecret,
  }
}

/** Passes on the warnings of the service, and tells why it ended. */
async function waitForEnd(child: ChildProcess): Promise<string> {
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface(stream).on('line', line => {
      said.push(line)
      if (said.length > LINES_KEPT) said.shift()
      if (line.startsWith('{')) console.log(line)
    })
  }
  const [code, signal] = await once(child, 'close')
  const reason = signal ? `was ended by ${signal}` : `ended with code ${code}`
  return `The service ${reason}. It said:\n${said.join('\n')}`
}

/** It tells its address when it answers and the demo data are made. */
async function untilReady(
  child: ChildProcess,
): Promise<Pick<ServiceProcess, 'url' | 'welcomeUrl'>> {
  const [message] = await once(child, 'message')
  return message
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
