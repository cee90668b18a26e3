import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readVersion } from '../project/package-folder.js'
import { runCommand } from '../testing/run-command.js'
import { sampleDatabase } from '../testing/sample-database.js'
import { schemaUpload } from '../testing/schema-upload.js'
import {
  envSecret,
  person,
  type StubService,
  startStubService,
  tokenNumber,
} from '../testing/start-stub-service.js'
import { temporaryFolder } from '../testing/temporary-folder.js'

/** The first tests import the agent and the drivers, which takes long. */
const PATIENT = { timeout: 60_000 }

let service: StubService
let folder: string
let environment: Record<string, string | undefined>
beforeEach(async () => {
  service = await startStubService()
  folder = await temporaryFolder()
  service.tokens.set(tokenNumber(5), 5)
  environment = {
    TOKEN_PATH: folder,
    SERVICE_SERVER_URL: service.url,
    SERVICE_AUTH_TOKEN: tokenNumber(5),
  }
  return () => service.stop()
})

const bootstrap = (
  args: readonly string[] = [],
  more: Partial<Parameters<typeof runCommand>[1]> = {},
) => runCommand(['bootstrap', '--env-secret', envSecret, ...args], { folder, environment, ...more })
const inProject = (...parts: string[]) => join(folder, 'cloud-customizer', ...parts)
const read = (...parts: string[]) => readFile(inProject(...parts), 'utf8')
const readFileMode = async (path: string) => (await stat(path)).mode & 0o777

describe('bootstrap', PATIENT, () => {
  it('writes a whole project', async () => {
    const { code, output, errors } = await bootstrap()
    expect([code, errors]).toEqual([0, ''])
    expect((await readdir(inProject(), { recursive: true })).sort()).toEqual([
      '.env',
      '.gitignore',
      'datasources.js',
      'package.json',
      'src',
      join('src', 'index.ts'),
      'tsconfig.json',
      'typings.d.ts',
    ])
    expect(parseEnv(await read('.env'))).toEqual({
      SERVICE_ENV_SECRET: envSecret,
      SERVICE_SERVER_URL: service.url,
      TOKEN_PATH: folder,
      LOG_LEVEL: 'Info',
    })
    expect((await read('.gitignore')).split('\n')).toContain('.env')
    const { files, scripts, devDependencies } = JSON.parse(await read('package.json'))
    // Not .env, in case the project is published.
    expect(files).toEqual(['dist', 'typings.d.ts'])
    expect(scripts).toEqual({
      build: 'tsc',
      'update-typings': 'forest-cloud update-typings',
      login: 'forest-cloud login',
    })
    expect(devDependencies).toMatchObject({ '@service/forest-cloud': readVersion() })
    expect(output).toContain('npm install && npm run build')
  })

  it.each([0o000, 0o002, 0o022])(
    'writes secrets to a file of mode 0600 alone, whatever the umask is: %o',
    async umask => {
      const database = await sampleDatabase(folder)
      const former = process.umask(umask)
      try {
        expect((await bootstrap(['--database-url', database])).code).toBe(0)
      } finally {
        process.umask(former)
      }
      expect(await readFileMode(inProject('.env'))).toBe(0o600)
      const files = await readdir(inProject(), { recursive: true, withFileTypes: true })
      for (const { name, parentPath } of files.filter(each => each.isFile())) {
        const text = await readFile(join(parentPath, name), 'utf8')
        const holdsSecret = text.includes(envSecret) || text.includes(database)
        expect([name, holdsSecret]).toEqual([name, name === '.env'])
      }
    },
  )

  it('keeps addresses of databases in .env alone, and names their drivers', async () => {
    const first = await sampleDatabase(folder)
    const { code } = await bootstrap(['--database-url', first])
    expect(code).toBe(0)
    expect(parseEnv(await read('.env'))).toMatchObject({ DATABASE_URL: first })
    expect(await read('datasources.js')).toContain(
      'main: { connectionOptions: process.env.DATABASE_URL },',
    )
    expect(await read('datasources.js')).not.toContain(first)
    expect(JSON.parse(await read('package.json')).devDependencies).toHaveProperty('libsql')
  })

  it('describes the database in the typings, and customizes a collection of it', async () => {
    await sampleDatabase(folder)
    const { code } = await bootstrap(['--database-url', 'sqlite:shop.db'])
    expect(code).toBe(0)
    expect(await read('typings.d.ts')).toContain('customer: "customers"')
    expect(await read('typings.d.ts')).toContain('maxDepth: 3')
    expect(await read('src', 'index.ts')).toContain("agent.customizeCollection('customers', ")
    expect(parseEnv(await read('.env')).DATABASE_URL).toBe(`sqlite:${join(folder, 'shop.db')}`)
  })

  it('describes what the agent uploaded when there is no database', async () => {
    service.schema = schemaUpload
    expect((await bootstrap()).code).toBe(0)
    expect(await read('typings.d.ts')).toContain('"order.lines": {')
    expect(await read('src', 'index.ts')).toContain('agent.customizeCollection("order.lines", ')
  })

  it('prompts at a terminal, and stops when the answer is no', async () => {
    const answers = [
      ['Address of the database', ''],
      ['Create', 'n'],
    ] as const
    const { code, errors } = await bootstrap([], { answers })
    expect([code, errors]).toEqual([1, 'forest-cloud: Cancelled: nothing was written.\n'])
    expect(await readdir(folder)).toEqual([])
    expect((await bootstrap(['--yes'], { answers: [] })).code).toBe(0)
  })

  it('logs in first when there is no token and a terminal', async () => {
    environment.SERVICE_AUTH_TOKEN = undefined
    const alone = await bootstrap()
    expect([alone.code, alone.errors]).toEqual([1, expect.stringContaining('needs a terminal')])
    const { code, output, errors } = await bootstrap(['--yes'], {
      answers: [
        ['E-mail', person.email],
        ['Password', person.password],
      ],
    })
    expect([code, errors]).toEqual([0, ''])
    expect(await readdir(folder)).toEqual(['.service', 'cloud-customizer'])
    for (const secret of [person.password, tokenNumber(1), envSecret]) {
      expect(output).not.toContain(secret)
    }
    // The stored token is used the next time.
    service.requests.length = 0
    await bootstrap([], { folder: await temporaryFolder() })
    expect(service.requests.map(({ line }) => line)[0]).toBe('GET /api/me')
    service.tokens.clear()
    const ended = await bootstrap([], { folder: await temporaryFolder() })
    expect(ended.output).toContain('has ended')
    expect(ended.code).toBe(1)
  })

  it('sends requests only to the given service', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect')
    try {
      expect((await bootstrap()).code).toBe(0)
      const targets = connect.mock.calls.map(call => {
        // Node itself calls it with its arguments, normalized, as one array.
        const [[{ host, port }]] = call as unknown as [[{ host: string; port: number }]]
        return `http://${host}:${port}`
      })
      expect(new Set(targets)).toEqual(new Set([service.url]))
    } finally {
      connect.mockRestore()
    }
    expect(service.requests.map(({ line }) => line)).toEqual([
      'GET /api/me',
      'GET /agent-api/environment',
      'GET /agent-api/schema',
    ])
  })
})

describe('bootstrap fails', PATIENT, () => {
  const nothingWritten = async () => expect(await readdir(folder)).toEqual([])

  it.each([
    [['--env-secret', 'short'], '--env-secret must be 64 lower-case hexadecimal digits'],
    [['--env-secret', envSecret.toUpperCase()], '64 lower-case hexadecimal digits'],
    [['--database-url', 'shop'], '--database-url must be a URL such as postgres://'],
    [['--server-url', 'ftp://x'], '--server-url must be an address like https://'],
    [['--server-url', 'http://user:secret@x'], 'without user, password'],
    [['--hat'], "unknown option '--hat'"],
  ])('with 2 when called with %j', async (args, message) => {
    const { code, errors } = await bootstrap(args)
    expect(code).toBe(2)
    expect(errors).toContain(message)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).not.toContain(envSecret.toUpperCase())
    expect(service.requests).toEqual([])
    await nothingWritten()
  })

  it('with 2 without a secret; the environment may have it', async () => {
    const { code, errors } = await runCommand(['bootstrap'], { folder, environment })
    expect([code, errors]).toEqual([2, expect.stringContaining('set SERVICE_ENV_SECRET')])
    environment.SERVICE_ENV_SECRET = envSecret
    expect((await runCommand(['bootstrap'], { folder, environment })).code).toBe(0)
  })

  it.each(['folder', 'file', 'link'])('when a %s named cloud-customizer is there', async what => {
    if (what === 'folder') await mkdir(inProject())
    else if (what === 'file') await writeFile(inProject(), 'mine')
    else await symlink(join(folder, 'nowhere'), inProject())
    const { code, errors } = await bootstrap()
    expect([code, errors]).toEqual([
      1,
      `forest-cloud: '${inProject()}' already exists. Remove it, or run this in another folder.\n`,
    ])
    expect(service.requests).toEqual([])
    if (what === 'folder') expect(await readdir(inProject())).toEqual([])
    if (what === 'file') expect(await readFile(inProject(), 'utf8')).toBe('mine')
  })

  it('when the service does not know the secret, without showing it', async () => {
    const secret = 'cd'.repeat(32)
    const { code, output, errors } = await bootstrap(['--env-secret', secret])
    expect(code).toBe(1)
    expect(errors).toMatch(
      /status 401: The environment secret is unknown.*Check that the secret belongs to/,
    )
    expect(output + errors).not.toContain(secret)
    await nothingWritten()
  })

  it('when the token is not taken', async () => {
    service.tokens.clear()
    const { code, errors } = await bootstrap()
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/rejected the token in SERVICE_AUTH_TOKEN.*forest-cloud login/),
    ])
    environment.SERVICE_AUTH_TOKEN = 'svc_other-kind'
    expect((await bootstrap()).errors).toContain(
      "is not a personal token: personal tokens begin with 'svcp_'",
    )
    await nothingWritten()
  })

  it('when the service is unavailable, naming its URL', async () => {
    await service.stop()
    const { code, errors } = await bootstrap()
    expect([code, errors]).toEqual([
      1,
      `forest-cloud: Cannot reach the service at ${service.url} (ECONNREFUSED). Check --server-url or SERVICE_SERVER_URL.\n`,
    ])
    await nothingWritten()
  })

  it.each([
    [{ status: 302, headers: { location: 'https://elsewhere.example/' } }, 'redirects to https://'],
    [{ status: 200, body: '<html>' }, 'Check that it is the URL of the service.'],
    [{ status: 503, body: { code: 'overloaded', message: 'Later.' } }, 'status 503: Later.'],
    [{ status: 429, body: { code: 'rate_limited', message: 'Too many.' } }, '429: Too many.'],
    [{ status: 400, body: { code: 'x', message: 'Wrong.' } }, 'forest-cloud: Wrong.\n'],
    [{ status: 500, body: 'oops' }, 'It gives no reason.'],
  ])('when the service returns %j', async (answer, message) => {
    for (const line of ['GET /api/me', 'GET /agent-api/environment']) {
      service.overrides.clear()
      service.overrides.set(line, answer)
      const { code, errors } = await bootstrap()
      expect([code, errors], line).toEqual([1, expect.stringContaining(message)])
      expect(errors).not.toContain(tokenNumber(5))
    }
    await nothingWritten()
  })

  it('when the uploaded schema cannot be read', async () => {
    service.schema = { data: [{ attributes: { name: 'orders' } }] }
    const { code, errors } = await bootstrap()
    expect([code, errors]).toEqual([1, expect.stringContaining('unexpected form')])
    await nothingWritten()
  })

  it.each([
    'postgres://reader:hush-%40hush@127.0.0.1:1/shop',
    'mysql://reader:hush-%40hush@127.0.0.1:1/shop',
    'sqlite:missing.db',
    'oracle://reader:hush-%40hush@127.0.0.1/shop',
    'mongodb://reader:hush-%40hush@127.0.0.1:1',
  ])('when the database cannot be used, without its password: %s', async url => {
    const { code, output, errors } = await bootstrap(['--database-url', url])
    expect(code).toBe(1)
    expect(errors).toMatch(/^forest-cloud: The (database|URL of) 'database 1'/)
    expect(output + errors).not.toMatch(/hush/)
    await nothingWritten()
  })

  it('when two databases have collections of one name', async () => {
    const urls = [await sampleDatabase(folder, 'a.db'), await sampleDatabase(folder, 'b.db')]
    const { code, errors } = await bootstrap(['--database-url', ...urls])
    expect([code, errors]).toEqual([1, expect.stringContaining('datasourceSuffix')])
    expect((await readdir(folder)).sort()).toEqual(['a.db', 'b.db'])
  })

  it('with 1 for a setting that is wrong, and shows a trace only at level Debug', async () => {
    environment.LOG_LEVEL = 'loud'
    expect((await bootstrap()).errors).toBe(
      "forest-cloud: LOG_LEVEL must be one of Debug, Info, Warn, Error, not 'loud'.\n",
    )
    await mkdir(inProject())
    environment.LOG_LEVEL = 'Debug'
    expect((await bootstrap()).errors).toMatch(/already exists.*\n {4}at /)
  })
})
