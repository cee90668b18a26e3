import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  chooseRounds,
  copyEmbeddedData,
  endWithUs,
  freePort,
  isLongRun,
  runOnPostgres,
} from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testSecret } from '../../../apps/service/src/testing/test-secret.js'
import { buildPath, type StreamName, streams } from './streams.js'

const program = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const names = { projectName: 'Store', environmentName: 'Development' }
const signIn = { email: 'manager@shop.example', password: 'a password of this test' }
const envSecret = 'e'.repeat(64)
const ROUNDS = chooseRounds(1, 4)
/** The logs of the demo data are many pages of 7: the long rounds ask for each of them. */
const PAGE_SIZE = chooseRounds(40, 7)
/** How long a writer waits before it writes again: the tail has to follow all that they write. */
const restMs = chooseRounds(50, 0)

type Headers = Record<string, string>

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

describe('the SIEM tail', () => {
  let folder: string
  let url: string
  /** Absent when there is no server: the service then uses its embedded store. */
  const serverUrl = inject('postgresUrl')
  const database = `siem_tail_${process.pid}`
  let serviceSettings: NodeJS.ProcessEnv
  let service: ChildProcess | undefined
  let tail: ChildProcess | undefined
  let session: Headers
  let token: Headers
  let projectPath: string

  const startService = async () => {
    service = fork(inject('serviceProgram'), ['up', '--demo'], {
      silent: true,
      execArgv: ['--liftoff-only'],
      env: serviceSettings,
    })
    let said = ''
    service.stderr?.on('data', text => (said += text))
    service.stdout?.resume()
    await Promise.race([
      once(service, 'message'),
      once(service, 'exit').then(() => {
        throw new Error(`The service did not start: ${said}`)
      }),
    ])
  }

  const startTail = () => {
    tail = spawn(process.execPath, [program('examples/siem-tail/dist/main.js')], {
      env: {
        PATH: process.env.PATH,
        SERVICE_URL: url,
        SERVICE_API_TOKEN: token.authorization?.slice('Bearer '.length),
        SERVICE_PROJECT: names.projectName,
        SERVICE_ENVIRONMENT: names.environmentName,
        TAIL_FOLDER: join(folder, 'tail'),
        TAIL_INTERVAL_MS: '20',
        TAIL_PAGE_SIZE: String(PAGE_SIZE),
      },
      stdio: 'ignore',
    })
    endWithUs(tail)
  }

  const send = async (path: string, headers: Headers, body?: object) => {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    })
    const text = await response.text()
    return { response, text }
  }

  /** What the service holds at the end, oldest first. */
  const listRowIds = async (stream: StreamName): Promise<string[]> => {
    const path = `${buildPath(stream, names)}?order=asc`
    const { text } = await send(path, { ...token, accept: 'application/x-ndjson' })
    return parseIds(text)
  }

  const followed = async (stream: StreamName): Promise<string[]> =>
    parseIds(await readFile(join(folder, 'tail', `${stream}.ndjson`), 'utf8').catch(() => ''))

  const size = () =>
    Object.keys(streams)
      .map(stream => join(folder, 'tail', `${stream}.ndjson`))
      .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)

  /** The worst moment to be killed: rows are in the file, their cursor is not on the disk yet. */
  const untilRowsArrive = async () => {
    let before = size()
    for (let now = before; now <= before; now = size()) {
      // What an earlier kill left behind is cut off first.
      before = now
      // Looking without a rest keeps a core from the processes that are looked at.
      await (isLongRun ? setImmediate() : sleep(1))
    }
  }

  const parseIds = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map(line => String(JSON.parse(line).id))

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siem-tail-'))
    if (serverUrl) {
      const template = inject('postgresTemplate')
      await runOnPostgres(serverUrl, `create database ${database} template ${template}`)
    } else {
      copyEmbeddedData(join(inject('embeddedTemplates'), 'keyed'), join(folder, 'service'))
    }
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    serviceSettings = {
      PATH: process.env.PATH,
      SERVICE_PORT: String(port),
      SERVICE_DATA_DIR: join(folder, 'service'),
      ...(serverUrl && {
        SERVICE_DATABASE_URL: Object.assign(new URL(serverUrl), { pathname: database }).href,
      }),
      SERVICE_SECRET: testSecret,
      SERVICE_ADMIN_EMAIL: signIn.email,
      SERVICE_ADMIN_PASSWORD: signIn.password,
      SERVICE_ENV_SECRET: envSecret,
      SERVICE_RATE_LIMIT: '1000000',
      SERVICE_LOG_LEVEL: 'error',
    }
    await startService()
    const { response, text } = await send('/api/sessions', {}, signIn)
    const cookie = response.headers.getSetCookie().map(one => one.split(';', 1)[0])
    session = { cookie: cookie.join('; '), 'x-csrf-token': JSON.parse(text).csrfToken }
    const projects = await send('/api/projects', session)
    projectPath = `/api/projects/${JSON.parse(projects.text).data[0].id}`
    const made = await send(`${projectPath}/tokens`, session, { name: 'tail', scopes: ['all'] })
    token = { authorization: `Bearer ${JSON.parse(made.text).token}` }
  })

  afterAll(async () => {
    await Promise.all([kill(tail), kill(service)])
    if (serverUrl) await runOnPostgres(serverUrl, `drop database ${database} with (force)`)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it('misses and repeats nothing while it and the service are killed again and again', async () => {
    let isOver = false
    const written = { notes: 0, logs: 0, teams: 0 }
    /** Repeats each write until it is acknowledged; a key makes the repeats harmless. */
    const writer = async (
      kind: keyof typeof written,
      write: (serial: number) => ReturnType<typeof send>,
    ) => {
      while (!isOver) {
        const answer = await write(written[kind]).catch(() => undefined)
        const isWritten = answer?.response.ok || answer?.response.status === 409
        if (isWritten) written[kind]++
        await sleep(isWritten ? restMs : 20)
      }
    }
    const writers = [
      writer('notes', serial =>
        send(
          buildPath('notes', names),
          { ...token, 'idempotency-key': `note-${serial}` },
          { title: `note ${serial}`, recordId: String(serial), collectionName: 'orders' },
        ),
      ),
      writer('logs', serial => {
        const entries = Array.from({ length: 5 }, (_, index) => ({
          key: `log-${serial}-${index}`,
          type: 'read',
          action: 'index',
          userId: 1,
        }))
        return send('/agent-api/activity-logs', { 'service-secret-key': envSecret }, { entries })
      }),
      writer('teams', serial => send(`${projectPath}/teams`, session, { name: `team ${serial}` })),
    ]
    startTail()
    for (let round = 1; round <= ROUNDS; round++) {
      await untilRowsArrive()
      await kill(tail)
      const isServiceKilled = round % 4 === 0
      if (isServiceKilled) await kill(service)
      startTail()
      if (isServiceKilled) await startService()
    }
    await untilRowsArrive()
    isOver = true
    await Promise.all(writers)
    for (const stream of Object.keys(streams) as StreamName[]) {
      const expected = await listRowIds(stream)
      while ((await followed(stream)).length < expected.length) await sleep(50)
      expect(await followed(stream)).toEqual(expected)
      expect(new Set(expected).size).toBe(expected.length)
    }
    expect(Math.min(...Object.values(written))).toBeGreaterThan(0)
  })

  it('ends in order when it is asked to', async () => {
    const gone = once(tail as ChildProcess, 'exit')
    tail?.kill('SIGTERM')
    expect(await gone).toEqual([0, null])
  })

  it('ends with the reason when its token is refused', async () => {
    token = { authorization: 'Bearer svc_unknown' }
    startTail()
    expect(await once(tail as ChildProcess, 'exit')).toEqual([1, null])
  })
})
