import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, runOnPostgres, startRedis, type ThrowAwayServer } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { captureIo } from '../../service/src/testing/capture-io.js'
import { copyEmbeddedDatabase } from '../../service/src/testing/copy-embedded-database.js'
import { fingerprintStore } from '../../service/src/testing/fingerprint-store.js'
import { createSeed, type SeededProject } from '../../service/src/testing/seed.js'
import { type MailServer, startMailServer } from '../../service/src/testing/start-mail-server.js'
import { startTestService, type TestService } from '../../service/src/testing/start-test-service.js'
import { testSecret } from '../../service/src/testing/test-secret.js'
import { writePanel } from '../../service/src/testing/write-panel.js'
import { runCli } from './run-cli.js'

type Variables = Readonly<Record<string, string | undefined>>

interface Check {
  readonly check: string
  readonly status: string
  readonly message: string
  readonly advice?: string
}

const postgresUrl = inject('postgresUrl')

async function consult(environment: Variables) {
  const io = captureIo(environment)
  const code = await runCli(['node', 'backoffice', 'doctor', '--json'], io)
  const { isSound, checks } = JSON.parse(io.written.output) as {
    isSound: boolean
    checks: readonly Check[]
  }
  return { code, isSound, checks, ...io.written }
}

async function startHttp(status: number, body: unknown, headers: Record<string, string> = {}) {
  const server = createServer((_request, response) => {
    response.writeHead(status, headers).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, port, url: `http://127.0.0.1:${port}` }
}

describe.skipIf(!postgresUrl)('backoffice doctor on PostgreSQL', () => {
  let service: TestService
  let mail: MailServer
  let redis: ThrowAwayServer | undefined
  let agent: Awaited<ReturnType<typeof startHttp>>
  let other: Awaited<ReturnType<typeof startHttp>>
  let redirecting: Awaited<ReturnType<typeof startHttp>>
  let project: SeededProject
  let folder: string
  let panelDir: string
  let sound: Variables

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'doctor-'))
    panelDir = await writePanel()
    ;[service, mail, redis, agent, other, redirecting] = await Promise.all([
      startTestService(postgresUrl),
      startMailServer(),
      startRedis(),
      startHttp(200, { error: null, message: 'Agent is running' }),
      startHttp(404, { message: 'nothing here' }),
      startHttp(301, {}, { location: 'https://service.example.com/healthz' }),
    ])
    const seed = createSeed(service.deps.store)
    await seed.user({ isOwner: true })
    project = await seed.project()
    await pointAgentTo(agent.url)
    sound = {
      SERVICE_DATABASE_URL: service.config.databaseUrl,
      SERVICE_SECRET: testSecret,
      SERVICE_PORT: new URL(service.url).port,
      SERVICE_PUBLIC_URL: service.url,
      SERVICE_DATA_DIR: folder,
      SERVICE_PANEL_DIR: panelDir,
      SERVICE_SMTP_URL: mail.url,
      SERVICE_MAIL_FROM: 'service@example.com',
      ...(redis && { SERVICE_REDIS_URL: redis.url }),
    }
  })
  afterAll(async () => {
    for (const each of [agent, other, redirecting]) each?.server.close()
    await mail?.stop()
    await redis?.stop()
    await service?.stop()
    for (const each of [folder, panelDir]) await rm(each, { recursive: true, force: true })
  })

  const run = (statement: string) => runOnPostgres(service.config.databaseUrl ?? '', statement)
  const pointAgentTo = (url: string, kind = 'production') =>
    service.deps.store.db
      .updateTable('environments')
      .set({ agent_url: url, kind: kind as 'production' })
      .where('id', '=', project.environment.id)
      .execute()
  const addMigration = (name: string) =>
    run(`insert into service.kysely_migration (name, timestamp) values ('${name}', 'x')`)
  const removeMigration = (name: string) =>
    run(`delete from service.kysely_migration where name = '${name}'`)
  const setReadOnly = (change: string) =>
    runOnPostgres(
      postgresUrl ?? '',
      `alter database ${new URL(service.config.databaseUrl ?? '').pathname.slice(1)} ${change}`,
    )
  const withHost = (change: (url: URL) => void) => {
    const url = new URL(service.config.databaseUrl ?? '')
    change(url)
    return url.href
  }

  it('finds nothing wrong with a sound installation, and changes nothing', async () => {
    const before = await fingerprintStore(service.deps.store)
    const { code, isSound, checks, errors } = await consult(sound)
    expect(checks.filter(({ status }) => status === 'broken' || status === 'warning')).toEqual([])
    expect([code, isSound, errors]).toEqual([0, true, ''])
    expect(checks.map(({ check }) => check)).toEqual([
      'configuration',
      'data folder',
      'secret',
      'database',
      'database version',
      'connections',
      'clock',
      'database rights',
      'migrations',
      'signing keys',
      'administrators',
      'rights',
      `agent of ${project.name} / ${project.environment.name}`,
      'port',
      'proxies',
      'panel',
      'disk space',
      'redis',
      'mail',
      'public URL',
    ])
    expect(await fingerprintStore(service.deps.store)).toEqual(before)
    expect(await readdir(folder)).toEqual([])
    expect(mail.received).toEqual([])
  })

  /** What breaks an installation: variables, or a change that `mend` takes back. */
  interface Broken {
    readonly variables?: () => Variables | Promise<Variables>
    readonly breakIt?: () => unknown
    readonly mend?: () => unknown
    readonly check: string | RegExp
    readonly says: RegExp
  }

  const broken: Readonly<Record<string, Broken>> = {
    'a variable that does not exist': {
      variables: () => ({ SERVICE_PROT: '80' }),
      check: 'configuration',
      says: /SERVICE_PROT.*SERVICE_PORT/,
    },
    'a value that is not allowed': {
      variables: () => ({ SERVICE_SESSION_HOURS: '0' }),
      check: 'configuration',
      says: /SERVICE_SESSION_HOURS must be an integer from 1 to 8760/,
    },
    'no secret': {
      variables: () => ({ SERVICE_SECRET: '' }),
      check: 'secret',
      says: /SERVICE_SECRET is not set.*openssl rand/,
    },
    'the secret of another installation': {
      variables: () => ({ SERVICE_SECRET: '0123456789abcdef'.repeat(4) }),
      check: 'signing keys',
      says: /encrypted with another secret.*keys rotate --new-secret/,
    },
    'a database server that does not run': {
      variables: async () => {
        const port = String(await freePort())
        return { SERVICE_DATABASE_URL: withHost(url => Object.assign(url, { port })) }
      },
      check: 'database',
      says: /ECONNREFUSED.*Start the server/,
    },
    'a database that does not exist': {
      variables: () => ({
        SERVICE_DATABASE_URL: withHost(url => Object.assign(url, { pathname: '/nowhere' })),
      }),
      check: 'database',
      says: /"nowhere" does not exist.*Create the database/,
    },
    'a user of the database that does not exist': {
      variables: () => ({
        SERVICE_DATABASE_URL: withHost(url => Object.assign(url, { username: 'nobody_known' })),
      }),
      check: 'database',
      says: /"nobody_known" does not exist.*Correct the user/,
    },
    'a user of the database without rights': {
      breakIt: () => run('create role doctor_guest login'),
      variables: () => ({
        SERVICE_DATABASE_URL: withHost(url => Object.assign(url, { username: 'doctor_guest' })),
      }),
      mend: () => run('drop role doctor_guest'),
      check: 'database rights',
      says: /doctor_guest may not use the schema service.*grant usage, create/,
    },
    'tables of another user': {
      breakIt: () =>
        run(
          'create role doctor_other login; grant usage, create on schema service to doctor_other',
        ),
      variables: () => ({
        SERVICE_DATABASE_URL: withHost(url => Object.assign(url, { username: 'doctor_other' })),
      }),
      mend: () => run('drop owned by doctor_other; drop role doctor_other'),
      check: 'database rights',
      says: /does not own \d+ tables, such as access_tokens/,
    },
    'a database that takes no writes': {
      breakIt: () => setReadOnly('set default_transaction_read_only = on'),
      mend: () => setReadOnly('reset default_transaction_read_only'),
      check: 'database version',
      says: /takes no writes.*turn writes on/,
    },
    'a database of a newer version that this one cannot use': {
      breakIt: () => addMigration('999-later-needs-999'),
      mend: () => removeMigration('999-later-needs-999'),
      check: 'migrations',
      says: /999-later-needs-999.*Install that version/s,
    },
    'more connections than the server accepts': {
      variables: () => ({ SERVICE_DATABASE_POOL: '500' }),
      check: 'connections',
      says: /opens up to 502 connections.*SERVICE_DATABASE_POOL/,
    },
    'a clock that is wrong': {
      breakIt: () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 }),
      mend: () => vi.useRealTimers(),
      check: 'clock',
      says: /3[56]\d\d\.\d s apart.*time server/,
    },
    'nobody who may create projects': {
      breakIt: () => run('update service.users set disabled_at = now() where is_owner'),
      mend: () => run('update service.users set disabled_at = null'),
      check: 'administrators',
      says: /nobody may create projects.*user create --owner/,
    },
    'a data folder that is a file': {
      breakIt: () => writeFile(join(folder, 'file'), ''),
      variables: () => ({ SERVICE_DATA_DIR: join(folder, 'file') }),
      mend: () => rm(join(folder, 'file')),
      check: 'data folder',
      says: /is a file, not a folder.*SERVICE_DATA_DIR/,
    },
    'an archive folder below a file': {
      breakIt: () => writeFile(join(folder, 'file'), ''),
      variables: () => ({ SERVICE_ARCHIVE_DIR: join(folder, 'file', 'archives') }),
      mend: () => rm(join(folder, 'file')),
      check: 'archive folder',
      says: /is a file, not a folder.*SERVICE_ARCHIVE_DIR/,
    },
    'Redis that does not run': {
      variables: async () => ({ SERVICE_REDIS_URL: `redis://127.0.0.1:${await freePort()}` }),
      check: 'redis',
      says: /Redis at 127.*ECONNREFUSED.*SERVICE_REDIS_URL/,
    },
    'a port that another program uses': {
      variables: () => ({ SERVICE_PORT: String(other.port) }),
      check: 'port',
      says: /another program listens on 127\.0\.0\.1:\d+.*choose another port/,
    },
    'a host that is not of this machine': {
      variables: () => ({ SERVICE_HOST: '192.0.2.1' }),
      check: 'port',
      says: /SERVICE_HOST must be an address of this machine/,
    },
    'a public URL that leads elsewhere': {
      variables: () => ({ SERVICE_PUBLIC_URL: other.url }),
      check: 'public URL',
      says: /something else responds \(status 404\).*Check the proxy/,
    },
    'a public URL that redirects': {
      variables: () => ({ SERVICE_PUBLIC_URL: redirecting.url }),
      check: 'public URL',
      says: /redirects to https:\/\/service\.example\.com/,
    },
    'proxies that everybody may pretend to be': {
      variables: () => ({ SERVICE_TRUSTED_PROXIES: '10.0.0.1, 0.0.0.0/0' }),
      check: 'proxies',
      says: /clients can forge theirs.*List only/,
    },
    'a mail server that does not run': {
      variables: async () => ({ SERVICE_SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }),
      check: 'mail',
      says: /ECONNREFUSED.*SERVICE_SMTP_URL/,
    },
    'mail without a sender': {
      variables: () => ({ SERVICE_MAIL_FROM: '' }),
      check: 'mail',
      says: /SERVICE_MAIL_FROM must be set/,
    },
    'a panel that was not built': {
      variables: () => ({ SERVICE_PANEL_DIR: folder }),
      check: 'panel',
      says: /there is no index\.html in/,
    },
    'a panel without its scripts': {
      breakIt: async () => {
        await cp(panelDir, join(folder, 'panel'), { recursive: true })
        await rm(join(folder, 'panel/assets'), { recursive: true })
      },
      variables: () => ({ SERVICE_PANEL_DIR: join(folder, 'panel') }),
      mend: () => rm(join(folder, 'panel'), { recursive: true }),
      check: 'panel',
      says: /has no scripts/,
    },
    'an agent that does not run': {
      breakIt: async () => pointAgentTo(`http://127.0.0.1:${await freePort()}`),
      mend: () => pointAgentTo(agent.url),
      check: /^agent of /,
      says: /ECONNREFUSED.*Start the agent/,
    },
    'an agent URL of something else': {
      breakIt: () => pointAgentTo(other.url),
      mend: () => pointAgentTo(agent.url),
      check: /^agent of /,
      says: /No agent responds at .* \(status 404\)/,
    },
  }

  it.each(Object.entries(broken))('recognises %s', async (_name, row) => {
    await row.breakIt?.()
    try {
      const { code, isSound, checks, errors } = await consult({
        ...sound,
        ...(await row.variables?.()),
      })
      expect([code, isSound]).toEqual([1, false])
      const found = checks.filter(({ status }) => status === 'broken')
      expect(found.map(({ message, advice }) => `${message} ${advice}`).join('\n')).toMatch(
        row.says,
      )
      // One cause, one finding: the rest of the installation is sound.
      expect(found.map(({ check }) => check)).toEqual([
        typeof row.check === 'string' ? row.check : expect.stringMatching(row.check),
      ])
      expect(JSON.parse(errors)).toEqual({
        error: { code: 'broken_installation', message: expect.stringContaining('1 of ') },
      })
    } finally {
      await row.mend?.()
    }
  })

  it('only warns of a developer’s agent, of open rights and of an upgrade that goes on', async () => {
    await pointAgentTo(other.url, 'development')
    await addMigration('999-later')
    await run(`update service.environments set rights = 'open'`)
    try {
      const { code, checks } = await consult(sound)
      const warnings = checks.filter(({ status }) => status === 'warning')
      expect([code, warnings.map(({ check }) => check)]).toEqual([
        0,
        ['migrations', 'rights', expect.stringMatching(/^agent of /)],
      ])
    } finally {
      await removeMigration('999-later')
      await run(`update service.environments set rights = 'enforced'`)
      await pointAgentTo(agent.url)
    }
  })

  it('prints a line per check for people, and no secret in any of them', async () => {
    const password = 'hush-hush-hush'
    const io = captureIo({
      ...sound,
      SERVICE_DATABASE_URL: withHost(url => Object.assign(url, { password, pathname: password })),
      SERVICE_REDIS_URL: `redis://:${password}@127.0.0.1:${await freePort()}`,
      SERVICE_SMTP_URL: `smtp://me:${password}@127.0.0.1:${await freePort()}`,
    })
    expect(await runCli(['node', 'backoffice', 'doctor'], io)).toBe(1)
    const { output, errors } = io.written
    expect(output).toMatch(/^ok +configuration: Every SERVICE_… variable is known and valid\.$/m)
    expect(output).toMatch(/^broken +redis: Redis at 127\.0\.0\.1:\d+ cannot be used: .+ Check/m)
    expect(output).toContain('database "•••" does not exist')
    expect(errors).toMatch(
      /^backoffice: 3 of \d+ checks found something broken: database, redis, mail\.\n$/,
    )
    for (const secret of [password, testSecret]) expect(output + errors).not.toContain(secret)
  })
})

describe('backoffice doctor on an embedded store', () => {
  let folder: string
  let sound: Variables
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'doctor-embedded-'))
    copyEmbeddedDatabase('keyed', folder)
    const panelDir = await writePanel()
    await cp(panelDir, join(folder, 'panel'), { recursive: true })
    await rm(panelDir, { recursive: true })
    sound = {
      SERVICE_DATA_DIR: folder,
      SERVICE_SECRET: testSecret,
      SERVICE_PANEL_DIR: join(folder, 'panel'),
      SERVICE_PORT: String(await freePort()),
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Every file with its size and the time it was changed. */
  const listFiles = async () => {
    const entries = await readdir(folder, { recursive: true })
    return Promise.all(
      entries.sort().map(async path => {
        const { size, mtimeMs } = await stat(join(folder, path))
        return [path, size, mtimeMs]
      }),
    )
  }

  it('reads a copy, and leaves every file as it was', async () => {
    const before = await listFiles()
    const { code, checks } = await consult(sound)
    expect([code, checks.filter(({ status }) => status === 'broken')]).toEqual([0, []])
    expect(checks).toContainEqual({
      check: 'signing keys',
      status: 'ok',
      message: 'The secret decrypts the signing keys.',
    })
    expect(await listFiles()).toEqual(before)
  })

  it('has nothing against a folder in which nothing is yet', async () => {
    const dataDir = join(folder, 'new')
    const { code, checks } = await consult({ ...sound, SERVICE_DATA_DIR: dataDir })
    expect([code, checks.filter(({ status }) => status === 'broken')]).toEqual([0, []])
    expect(await stat(dataDir).catch(error => error.code)).toBe('ENOENT')
  })

  it('recognises a secret file that is lost', async () => {
    const { code, checks } = await consult({ ...sound, SERVICE_SECRET: '' })
    expect(code).toBe(1)
    expect(checks).toContainEqual(
      expect.objectContaining({
        check: 'secret',
        status: 'broken',
        message: expect.stringContaining('is missing'),
      }),
    )
  })

  it('recognises another process that holds the database', async () => {
    const lock = join(folder, 'database/lock')
    const { lockFolder } = await import('@service/http')
    const unlock = await lockFolder(join(folder, 'database'), 'wait')
    try {
      const { code, checks } = await consult(sound)
      expect([code, (await stat(lock)).isFile()]).toEqual([1, true])
      expect(checks).toContainEqual(
        expect.objectContaining({
          check: 'data lock',
          status: 'broken',
          message: `Process ${process.pid} uses the embedded database, and no service responds.`,
        }),
      )
    } finally {
      await unlock()
    }
  })

  it('recognises a database that is damaged, and a secret that others can read', async () => {
    const damaged = join(folder, 'damaged')
    await mkdir(join(damaged, 'database/data'), { recursive: true })
    await writeFile(join(damaged, 'database/data/PG_VERSION'), 'x')
    await writeFile(join(damaged, 'secret'), '0123456789abcdef'.repeat(4))
    await chmod(join(damaged, 'secret'), 0o644)
    const { code, checks } = await consult({
      ...sound,
      SERVICE_SECRET: '',
      SERVICE_DATA_DIR: damaged,
    })
    expect(code).toBe(1)
    expect(checks).toContainEqual(
      expect.objectContaining({
        check: 'database',
        status: 'broken',
        advice: 'Restore a backup into an empty SERVICE_DATA_DIR.',
      }),
    )
    expect(checks).toContainEqual(
      expect.objectContaining({
        check: 'secret',
        status: 'warning',
        advice: `chmod 600 ${join(damaged, 'secret')}`,
      }),
    )
  })
})
