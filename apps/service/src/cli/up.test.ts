import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from '@service/http'
import { isLongRun } from '@service/test-support'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { runCli } from '../../../cli/src/run-cli.js'
import { ask } from '../testing/ask.js'
import { captureIo } from '../testing/capture-io.js'
import { copyEmbeddedDatabase } from '../testing/copy-embedded-database.js'
import { toVariables } from '../testing/service-process.js'
import { startTestService } from '../testing/start-test-service.js'
import { testSecret } from '../testing/test-secret.js'

const postgresUrl = inject('postgresUrl')
const started: ChildProcess[] = []

interface Running {
  readonly child: ChildProcess
  readonly exited: Promise<unknown[]>
  said(): string
  complained(): string
}

/** Runs the built program, as an operator does. */
function start(
  variables: Readonly<Record<string, string>>,
  stdin?: 'ipc',
  options: readonly string[] = [],
): Running {
  const child = spawn(
    process.execPath,
    ['--liftoff-only', inject('serviceProgram'), 'up', ...options],
    {
      env: { PATH: process.env.PATH, SERVICE_PORT: '0', ...variables },
      stdio: ['ignore', 'pipe', 'pipe', ...(stdin ? [stdin] : [])] as 'pipe'[],
    },
  )
  started.push(child)
  let output = ''
  let errors = ''
  child.stdout?.on('data', chunk => {
    output += chunk
  })
  child.stderr?.on('data', chunk => {
    errors += chunk
  })
  return { child, exited: once(child, 'exit'), said: () => output, complained: () => errors }
}

interface Failure {
  readonly code: unknown
  readonly said: string
  readonly complained: string
}

/** Runs it until it fails: as a process in the long rounds, otherwise in the process of the test, which is done at once. */
async function fail(variables: Readonly<Record<string, string>>): Promise<Failure> {
  if (isLongRun) {
    const running = start(variables)
    const [code] = await running.exited
    return { code, said: running.said(), complained: running.complained() }
  }
  const io = captureIo({ SERVICE_PORT: '0', SERVICE_LOG_LEVEL: 'silent', ...variables })
  const code = await runCli(['node', 'backoffice', 'up'], io)
  return { code, said: io.written.output, complained: io.written.errors }
}

async function ready(running: Running): Promise<string> {
  const over = running.exited.then(() => true)
  for (;;) {
    const [, url] = /ready at (http:\S+)/.exec(running.said()) ?? []
    if (url) return url
    const pause = new Promise<false>(done => setTimeout(() => done(false), 50))
    if (await Promise.race([over, pause])) throw new Error(running.complained())
  }
}

describe('backoffice up', () => {
  let folder: string
  /** The long rounds start it on an embedded database, which takes longer to open than a server. */
  let store: Readonly<Record<string, string>>
  let drop = async () => {}
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'service-up-'))
    store = { SERVICE_DATA_DIR: join(folder, 'data') }
    if (isLongRun || !postgresUrl) return copyEmbeddedDatabase('migrated', join(folder, 'data'))
    const service = await startTestService(postgresUrl)
    drop = service.stop
    await service.pause()
    store = toVariables(service.config)
  })
  afterAll(async () => {
    await drop()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })

  it('makes an administrator at the first start that succeeds, and tells the password once', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const failing = await fail({ ...store, SERVICE_PORT: String(port) })
    expect(failing.code).toBe(1)
    expect(failing.complained).toContain(`another program listens on 127.0.0.1:${port}.`)
    expect(failing.said).not.toMatch(/administrator|Password/)
    other.close()

    const first = start(store)
    const url = await ready(first)
    expect(first.said()).toMatch(/First administrator: admin@example\.com/)
    const [, password = ''] = /shown only now: (\S+)/.exec(first.said()) ?? []
    const body = { email: 'admin@example.com', password }
    expect((await ask(url, 'POST', '/api/sessions', { body })).status).toBe(201)
    expect(first.complained()).not.toContain(password)

    if (isLongRun) {
      const second = await fail(store)
      expect(second.code).toBe(1)
      expect(second.complained).toMatch(
        new RegExp(`^backoffice: .* is in use by process ${first.child.pid}\\..*\n$`),
      )
    }
    first.child.kill('SIGTERM')
    expect(await first.exited).toEqual([0, null])
    // That nobody is made where there are people, `first-run.test.ts` proves in the short run.
    if (!isLongRun) return

    const third = start(store)
    await ready(third)
    expect(third.said()).not.toMatch(/administrator|Password/)
    third.child.kill('SIGINT')
    expect(await third.exited).toEqual([0, null])
  })

  it('is refused an embedded database that another process uses', async () => {
    const database = join(folder, 'locked/database')
    await mkdir(database, { recursive: true })
    const unlock = await lockFolder(database, 'wait')
    const { code, complained } = await fail({ SERVICE_DATA_DIR: join(folder, 'locked') })
    await unlock()
    expect(code).toBe(1)
    expect(complained).toMatch(
      new RegExp(`^backoffice: .* is in use by process ${process.pid}\\..*\n$`),
    )
  })

  // The test of the demo proves that it ends so.
  it.runIf(isLongRun)('ends when the program that started it is gone', async () => {
    const running = start(store, 'ipc')
    const [message] = await once(running.child, 'message')
    expect(message).toEqual({ url: await ready(running) })
    running.child.disconnect()
    expect(await running.exited).toEqual([0, null])
  })

  it('with the demo, tells a link that signs its administrator in', async () => {
    const running = start(store, 'ipc', ['--demo'])
    const [{ url, welcomeUrl }] = await once(running.child, 'message')
    expect(welcomeUrl).toMatch(new RegExp(`^${url}/welcome/\\w{43}$`))
    expect(running.said()).toContain(`Sign in once: ${welcomeUrl}\n`)
    const page = await ask(url, 'GET', new URL(welcomeUrl).pathname)
    expect(page.body).toContain('Continue as admin@example.com')
    running.child.disconnect()
    expect(await running.exited).toEqual([0, null])
  })

  it('ends at once at a second signal', async () => {
    const running = start(store)
    const url = await ready(running)
    // A request that never arrives whole holds the first signal up.
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n')
    socket.write('Content-Length: 100\r\n\r\n{')
    await ask(url, 'GET', '/healthz')
    running.child.kill(isLongRun ? 'SIGTERM' : 'SIGINT')
    while (!running.complained().includes('is stopping')) {
      await new Promise(done => setTimeout(done, 20))
    }
    running.child.kill('SIGTERM')
    expect(await running.exited).toEqual([1, null])
    socket.destroy()
  })

  it('says which address is not ours', async () => {
    const elsewhere = await fail({ ...store, SERVICE_HOST: '192.0.2.1' })
    expect(elsewhere.code).toBe(1)
    expect(elsewhere.complained).toContain('SERVICE_HOST must be an address of this machine')
  })

  it('says which folder cannot be written, before it looks for a database', async () => {
    const file = join(folder, 'a file')
    await writeFile(file, '')
    const { code, complained } = await fail({
      SERVICE_DATA_DIR: join(file, 'data'),
      SERVICE_ARCHIVE_DIR: file,
      SERVICE_DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/shop',
      SERVICE_DATABASE_WAIT: '600000',
      SERVICE_SECRET: testSecret,
    })
    expect(code).toBe(1)
    expect(complained).toMatch(
      /SERVICE_DATA_DIR must be a folder this process can write to; '.*' is not \(ENOTDIR\)\.\n {2}SERVICE_ARCHIVE_DIR must be a folder/,
    )
  })

  it('says which variable it does not know, and the nearest one', async () => {
    const { code, complained } = await fail({ ...store, SERVICE_PROT: '1' })
    expect(code).toBe(1)
    expect(complained).toMatch(/SERVICE_PROT is not known\. .*Did you mean 'SERVICE_PORT'\?\n$/)
  })

  it('says which database cannot be reached', async () => {
    const { code, complained } = await fail({
      ...store,
      SERVICE_DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/shop',
      SERVICE_DATABASE_WAIT: '100',
      SERVICE_SECRET: testSecret,
    })
    expect(code).toBe(1)
    expect(complained).toMatch(/^backoffice: PostgreSQL at 127\.0\.0\.1:1\/shop cannot/)
    expect(complained).not.toContain('hush')
  })
})
