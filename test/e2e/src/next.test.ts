import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithUs, freePort, isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const app = join(root, 'test/e2e/next-app')
const next = join(root, 'node_modules/next/dist/bin/next')
const tsc = join(root, 'node_modules/typescript7/bin/tsc')
const authSecret = 'a secret for tests, of 32 characters'

// Its build alone takes half a minute; other tests mount the agent on fetch handlers.
describe.runIf(isLongRun)('a Next.js route handler', () => {
  let server: ChildProcess
  let folder: string
  let origin: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'next-'))
    // Next.js loads the packages as a customer does: built.
    await run(root, [tsc, '-b', 'packages/agent', 'packages/datasource-memory'])
    await run(app, [next, 'build'])
    for (let attempt = 0; origin === undefined; attempt++) {
      const port = await freePort()
      server = start(port)
      if (await isReady(server)) origin = `http://127.0.0.1:${port}`
      else if (attempt === 2) throw new Error('Next.js did not start')
    }
  }, 240_000)

  afterAll(async () => {
    if (server?.exitCode === null && server.kill()) await once(server, 'exit')
    await rm(folder, { recursive: true })
    await rm(join(app, distDir), { recursive: true, force: true })
  })

  const start = (port: number) =>
    endWithUs(
      spawn(process.execPath, [next, 'start', '-p', String(port), '-H', '127.0.0.1'], {
        cwd: app,
        env: {
          ...environment,
          SERVICE_AUTH_SECRET: authSecret,
          SERVICE_ENV_SECRET: '0'.repeat(64),
          SCHEMA_PATH: join(folder, 'schema.json'),
        },
      }),
    )

  const send = (method: string, path: string, body?: object) =>
    fetch(`${origin}/service${path}`, {
      method,
      headers: { authorization: `Bearer ${session()}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })

  it('answers the health check, and HEAD like GET', async () => {
    for (const path of ['/service', '/service/']) {
      const response = await fetch(origin + path)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ error: null, message: 'Agent is running' })
    }
    const head = await fetch(`${origin}/service`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('leaves other routes to the application', async () => {
    expect(await (await fetch(`${origin}/other`)).text()).toBe('host')
  })

  it('lists, creates and deletes records', async () => {
    const list = await send('GET', '/books?timezone=UTC&page[size]=2')
    expect(await list.json()).toMatchObject({ data: [{ id: '1' }, { id: '2' }] })

    const attributes = { title: 'Émile' }
    const created = await send('POST', '/books?timezone=UTC', {
      data: { type: 'books', attributes },
    })
    const { data } = (await created.json()) as { data: { id: string } }
    expect(data).toMatchObject({ attributes })

    const selection = { data: { attributes: { ids: [data.id], collection_name: 'books' } } }
    expect((await send('DELETE', '/books?timezone=UTC', selection)).status).toBe(204)
    expect((await send('GET', `/books/${data.id}?timezone=UTC`)).status).toBe(404)
  })

  it('refuses what is wrong with the status of the agent', async () => {
    expect((await fetch(`${origin}/service/books?timezone=UTC`)).status).toBe(401)
    expect((await send('GET', '/nothing?timezone=UTC')).status).toBe(404)
    const wrong = await fetch(`${origin}/service/books?timezone=UTC`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session()}`, 'content-type': 'application/json' },
      body: '{oops',
    })
    expect(await wrong.json()).toMatchObject({ errors: [{ status: 400, code: 'invalid_json' }] })
  })

  it('answers OPTIONS itself', async () => {
    expect((await fetch(`${origin}/service/books`, { method: 'OPTIONS' })).status).toBe(204)
  })

  it('streams a CSV, and serves on after a client left one', async () => {
    const path = '/books.csv?timezone=UTC&header=id,title&fields[books]=id,title'
    await leaveAfterFirstBytes(`${origin}/service${path}`)
    const lines = (await (await send('GET', path)).text()).trimEnd().split('\n')
    expect(lines).toHaveLength(5001)
    expect(lines.at(-1)).toBe('5000,Book 5000')
  })
})

/** A build folder of this run's own, so that two runs do not share one. */
const distDir = `.next/${process.pid}`

const environment = {
  ...process.env,
  DIST_DIR: distDir,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  CI: '1',
}

/** Runs a program to its end; what it printed is in the error when it fails. */
async function run(cwd: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd, env: environment })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      output += text
    })
  }
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${output}`)
}

function isReady(server: ChildProcess): Promise<boolean> {
  return new Promise(resolve => {
    server.stdout?.on('data', text => {
      if (String(text).includes('Ready')) resolve(true)
    })
    server.once('exit', () => resolve(false))
  })
}

/** A session as any tool that holds the secret can make it. */
function session(): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { id: 1, renderingId: 1, typ: 'session', aud: 'agent', iat: now, exp: now + 3600 }
  const signed = [
    { alg: 'HS256', typ: 'JWT' },
    { ...claims, email: 'ada@example.com' },
  ]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${createHmac('sha256', authSecret).update(signed).digest('base64url')}`
}

function leaveAfterFirstBytes(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${session()}` }
    const request = get(url, { headers, agent: false }, response => {
      response.on('error', () => {}) // cut on purpose
      response.once('data', () => {
        request.destroy()
        resolve()
      })
    })
    request.on('error', reject)
  })
}
