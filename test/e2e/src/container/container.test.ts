import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPostgresDatabase, freePort, startRedis } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import { ask, signInByPassword } from '../ask.js'
import { type OpenImage, openImage } from './open-image.js'
import { type RunningContainer, runContainer } from './run-container.js'
import { listAllowedSystemCalls } from './system-calls.js'
import { whyNoContainers } from './why-no-containers.js'

const MOST_BYTES = 250e6
/** What `docker stop` waits before it kills. */
const GRACE_MS = 10_000
const BUILD_TIMEOUT = 1_800_000
const READY_TIMEOUT = 240_000
const TEST_TIMEOUT = 600_000
const USER = 65532
const email = 'admin@example.com'
const password = 'seven blue boats 31'
const repository = fileURLToPath(new URL('../../../..', import.meta.url))

const postgresUrl = inject('postgresUrl')
const reason = whyNoContainers()
if (reason) console.warn(`The container image is not built. ${reason}`)

describe.skipIf(reason)('the container image', { timeout: TEST_TIMEOUT }, () => {
  let image: OpenImage
  let folder: string
  let url: string
  let port: number
  const running = new Set<RunningContainer>()
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backoffice-'))
    const start = performance.now()
    image = await openImage()
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    console.info(`The image has ${(image.size / 1e6).toFixed(0)} MB; it was built in ${seconds} s.`)
    await addSecret('admin-password', password)
    await addSecret('service-secret', 'a secret of tests, which is long enough')
    port = await freePort()
    url = `http://127.0.0.1:${port}`
  }, BUILD_TIMEOUT)
  afterAll(async () => {
    for (const container of running) await container.kill('SIGKILL')
    await Promise.all([...running].map(each => each.ended))
    await image?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const addSecret = (name: string, content: string) =>
    writeFile(join(folder, name), `${content}\n`, { mode: 0o444 })
  /** A folder that belongs to the user of the image, as a volume of Docker does. */
  const makeVolume = async (name: string) => {
    const path = join(folder, name)
    await mkdir(path)
    await chown(path, USER, USER)
    return path
  }
  interface Run {
    readonly volume: string
    readonly variables?: Readonly<Record<string, string>>
    readonly command?: readonly string[]
    readonly systemCalls?: readonly string[]
    /** Files by the names of the secrets; those of the tests unless told. */
    readonly secrets?: readonly (readonly [name: string, file: string])[]
  }
  const ownSecrets = ['admin-password', 'service-secret', 'database-url'].map(
    name => [name, name] as const,
  )
  const run = async ({ volume, variables, secrets = ownSecrets, ...options }: Run) => {
    const container = await runContainer({
      root: image.root,
      image: image.config,
      mounts: {
        '/data': volume,
        ...Object.fromEntries(
          secrets
            .map(([name, file]) => [`/run/secrets/${name}`, resolve(folder, file)])
            .filter(([, file]) => existsSync(file!)),
        ),
      },
      variables: {
        SERVICE_PORT: String(port),
        SERVICE_ADMIN_EMAIL: email,
        SERVICE_ADMIN_PASSWORD_FILE: '/run/secrets/admin-password',
        SERVICE_SECRET_FILE: '/run/secrets/service-secret',
        ...variables,
      },
      ...options,
    })
    running.add(container)
    container.ended.then(() => running.delete(container))
    return container
  }
  /** Waits until the health check of the image succeeds. */
  const start = async (options: Run) => {
    const container = await run(options)
    const ended = container.ended.then(({ code, output }) => `it ended with ${code}: ${output}`)
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        response => (response.ok ? 0 : 1),
        () => 1,
      )
    const check = async () => {
      // crun does not run a second program where the calls are filtered that change the user.
      if (options.systemCalls) return isReady()
      return (await container.run(readHealthCheck())).code
    }
    const health = () => Promise.race([check(), ended])
    await expect.poll(health, { interval: 500, timeout: READY_TIMEOUT }).toBe(0)
    return container
  }
  const readHealthCheck = () => {
    const [kind, ...command] = image.config.Healthcheck.Test
    expect(kind).toBe('CMD')
    return command
  }
  const stop = async (container: RunningContainer) => {
    const begin = performance.now()
    await container.kill(image.config.StopSignal)
    expect(await container.ended).toMatchObject({ code: 0 })
    expect(performance.now() - begin).toBeLessThan(GRACE_MS)
  }
  const signIn = () => signInByPassword(url, email, password)
  const addProject = async (name: string) =>
    ask(url, 'POST', '/api/projects', await signIn(), { name })
  const listProjects = async () => {
    const { data } = await ask<{ data: { name: string }[] }>(
      url,
      'GET',
      '/api/projects',
      await signIn(),
    )
    return data.map(each => each.name)
  }

  it('is at most 250 MB large, with its base', () => {
    expect(image.size).toBeGreaterThan(100e6)
    expect(image.size).toBeLessThanOrEqual(MOST_BYTES)
  })

  it('has a user who is not root, one volume, one port, and labels', () => {
    expect(image.config).toMatchObject({
      User: `${USER}:${USER}`,
      StopSignal: 'SIGTERM',
      Labels: {
        'org.opencontainers.image.licenses': 'MIT',
        'org.opencontainers.image.version': '1.2.3',
        'org.opencontainers.image.revision': '0123abc',
      },
    })
    expect(image.config.Volumes).toEqual({ '/data': {} })
    expect(image.config.ExposedPorts).toEqual({ '3310/tcp': {} })
  })

  it('has no shell, no package manager, no compiler, no sources and no settings of the build', () => {
    const unwanted = [
      ...['bin/sh', 'bin/bash', 'usr/bin/apt-get', 'usr/bin/dpkg', 'usr/bin/cc', 'usr/bin/make'],
      ...['usr/local/bin/npm', 'usr/local/lib/node_modules', 'root/.npm', 'npm-cache', 'source'],
      ...['app/node_modules/typescript', 'app/node_modules/vite', 'app/src'],
    ]
    expect(unwanted.filter(path => existsSync(join(image.root, path)))).toEqual([])
    expect(existsSync(join(image.root, 'app/THIRD-PARTY-LICENSES'))).toBe(true)
  })

  it('writes nowhere but into its volume and /tmp, as a user without rights', async () => {
    const script = `
      const fs = require('node:fs')
      const tryIn = folder => {
        try { fs.writeFileSync(folder + '/x', ''); return 'written' } catch (error) { return error.code }
      }
      const status = fs.readFileSync('/proc/self/status', 'utf8')
      const find = name => status.match(new RegExp('^' + name + ':\\\\s*(.*)$', 'm'))[1]
      console.log(JSON.stringify({
        user: [process.getuid(), process.getgid()], rights: [find('CapEff'), find('NoNewPrivs')],
        '/': tryIn('/'), '/app': tryIn('/app'), '/data': tryIn('/data'), '/tmp': tryIn('/tmp'),
      }))`
    const container = await runContainer({
      root: image.root,
      image: { ...image.config, Entrypoint: ['/usr/local/bin/node', '-e', script], Cmd: [] },
      mounts: { '/data': await makeVolume('unused') },
      variables: {},
    })
    const { code, output } = await container.ended
    expect([code, output]).toEqual([0, expect.stringMatching(/^\{/)])
    expect(JSON.parse(output)).toEqual({
      user: [USER, USER],
      rights: ['0000000000000000', '1'],
      '/': 'EROFS',
      '/app': 'EROFS',
      '/data': 'written',
      '/tmp': 'written',
    })
  })

  it('is not healthy while the service does not answer', async () => {
    const container = await runContainer({
      root: image.root,
      image: { ...image.config, Entrypoint: readHealthCheck(), Cmd: [] },
      mounts: {},
      variables: { SERVICE_PORT: String(port) },
    })
    expect(await container.ended).toEqual({
      code: 1,
      output: `${url}/readyz: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    })
  })

  it('serves the panel, keeps its data when it is killed, and ends in time when it is stopped', async () => {
    const volume = await makeVolume('data')
    const first = await start({ volume })
    await addProject('Shop')
    const panel = await fetch(`${url}/app`, { headers: await signIn() })
    expect([panel.status, panel.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    const [, script = ''] = (await panel.text()).match(/<script[^>]+src="([^"]+)"/) ?? []
    expect((await fetch(new URL(script, panel.url))).headers.get('content-type')).toContain(
      'javascript',
    )
    await first.kill('SIGKILL')
    expect(await first.ended).toMatchObject({ code: 128 + 9 })

    // With the system calls that the systemd unit leaves to it.
    const unit = await readFile(join(repository, 'deploy/systemd/backoffice.service'), 'utf8')
    const systemCalls = await listAllowedSystemCalls(unit)
    const second = await start({ volume, systemCalls })
    expect(await listProjects()).toEqual(['Shop'])
    await stop(second)
  })

  it.skipIf(!postgresUrl)('runs as compose.yaml says, with the secrets of the README', async () => {
    const secret = (name: string) => readFile(join(compose, 'secrets', name), 'utf8')
    const compose = join(folder, 'compose')
    await cp(join(repository, 'deploy/compose'), compose, { recursive: true })
    const readme = await readFile(join(repository, 'README.md'), 'utf8')
    expect(readme).toContain('\ndeploy/compose/create-secrets.sh ')
    expect(readme).toContain('\ndocker compose -f deploy/compose/compose.yaml up --detach --wait ')
    execFileSync(join(compose, 'create-secrets.sh'))

    const { username, password: databasePassword, pathname } = new URL(await secret('database-url'))
    const database = await createPostgresDatabase(postgresUrl!, pathname.slice(1))
    await database.client.query(
      `drop role if exists ${username};
       create role ${username} login password '${databasePassword}';
       alter database ${pathname.slice(1)} owner to ${username}`,
    )
    const redis = await startRedis()
    // The containers share the network of this machine: the databases have other addresses.
    const here = Object.assign(new URL(database.url), { username, password: databasePassword })
    await chmod(join(compose, 'secrets/database-url'), 0o644)
    await writeFile(join(compose, 'secrets/database-url'), `${here.href}\n`)
    const { services } = parse(await readFile(join(compose, 'compose.yaml'), 'utf8'), {
      merge: true,
    })
    const { environment, secrets } = services.backoffice as Record<string, object>
    const variables = Object.entries(environment!).map(([name, value]) => [
      name,
      String(value).replace(/^\$\{\w+:-(.*)\}$/, '$1'),
    ])
    const volume = await makeVolume('composed')
    const container = await start({
      volume,
      secrets: Object.values(secrets!).map(name => [name, join(compose, 'secrets', name)]),
      variables: { ...Object.fromEntries(variables), SERVICE_REDIS_URL: redis!.url },
    })
    const [admin = ''] = (await secret('admin-password')).split('\n')
    const signed = await signInByPassword(url, 'admin@example.com', admin)
    await ask(url, 'POST', '/api/projects', signed, { name: 'Composed' })
    const tables = "select 1 from pg_tables where tablename = 'projects' and tableowner = $1"
    expect((await database.client.query(tables, [username])).rowCount).toBe(1)
    await stop(container)
    await redis?.stop()
    await database.drop()
  })

  it.skipIf(!postgresUrl)('does what the page about backups says', async () => {
    const database = await createPostgresDatabase(
      postgresUrl!,
      `container_${randomUUID().slice(0, 8)}`,
    )
    await addSecret('database-url', database.url)
    const volume = await makeVolume('backups')
    const variables = { SERVICE_DATABASE_URL_FILE: '/run/secrets/database-url' }
    let service = await start({ volume, variables })
    await addProject('Before')

    const page = await readFile(join(repository, 'docs/operate/deploy/backup-drill.md'), 'utf8')
    const verbs: string[] = []
    for (const [, verb = '', words = ''] of page.matchAll(/^docker compose (\w+) (.*)$/gm)) {
      verbs.push(verb)
      const given = words.split(' ')
      const command = given.slice(given.indexOf('backoffice') + 1)
      if (verb === 'exec') {
        expect(await service.run(command)).toMatchObject({
          code: 0,
          output: expect.stringMatching(/^Wrote \d+ rows/),
        })
        await addProject('After')
      }
      if (verb === 'stop') await stop(service)
      if (verb === 'start') service = await start({ volume, variables })
      if (verb === 'run') {
        const changed = given.flatMap((word, at) =>
          given[at - 1] === '--env' ? [word.split('=')] : [],
        )
        const options = {
          volume,
          variables: { ...variables, ...Object.fromEntries(changed) },
          command,
        }
        const { ended } = await run(options)
        expect(await ended).toMatchObject({
          code: 0,
          output: expect.stringMatching(/^Restored \d+ rows[\s\S]*unaltered\.$/m),
        })
      }
    }
    expect(verbs).toEqual(['exec', 'run', 'stop', 'run', 'start'])
    expect(await listProjects()).toEqual(['Before'])
    await stop(service)
    await database.drop()
  })
})
