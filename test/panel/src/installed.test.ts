import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  endWithUs,
  freePort,
  type Registry,
  startEmbeddedMongo,
  startMongoReplica,
  startPostgres,
  startRegistry,
} from '@service/test-support'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { openMongo, openPostgres, openSqlite, type World } from '../../e2e/src/open/open-world.js'
import { createAgentClient, signInAsAdministrator } from '../../e2e/src/open/start-open.js'
import { askService } from './support/ask-service.js'
import { deleteProjects } from './support/create-project.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { findPerson } from './support/people.js'
import { formatPath } from './support/place.js'
import { readAudience } from './support/read-audience.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const titles = ['Try it', 'On my database', 'In my application', 'In production'] as const

describePanel('the README', () => {
  test('has two commands and a picture for each audience', () => {
    for (const { title, commands, pictures } of titles.map(readAudience)) {
      expect([title, commands]).toMatchObject([title, { length: 2 }])
      expect([title, pictures]).toMatchObject([title, { length: 2 }])
      for (const picture of pictures) expect(existsSync(join(root, picture)), picture).toBe(true)
    }
    // As `npm-start.test.ts` and `.ci/run` run them.
    expect(readAudience('Try it').commands).toEqual(['npm ci', 'npm start'])
  })
})

const startMongo = async () => (await startMongoReplica()) ?? startEmbeddedMongo()

interface Server {
  readonly url: string
  stop(): Promise<void>
}

/** A command that runs until it is ended. */
interface Running {
  readonly child: ChildProcess
  readonly printed: () => string
  /** Ctrl-C in the terminal: the signal reaches all processes. Resolves when the last of them has ended. */
  end(): Promise<void>
}

describePanel('packages that were installed', () => {
  let registry: Registry
  let folder: string
  let installed: string
  const servers: Server[] = []
  const worlds: World[] = []
  const running = new Set<Running>()

  beforeAll(async () => {
    registry = await startRegistry()
    folder = await mkdtemp(join(tmpdir(), 'installed-'))
    installed = join(folder, 'empty')
    await mkdir(installed)
    await writeFile(join(installed, 'package.json'), '{ "private": true }')
    await registry.run('npm install @service/cli', installed)
  }, 600_000)
  afterAll(async () => {
    for (const each of running) await each.end()
    for (const world of worlds) await world.close()
    for (const server of servers) await server.stop()
    await registry?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const makeHome = () => mkdtemp(join(folder, 'home-'))

  /** Runs a command as it is written, in a folder, with a home of its own. */
  function run(command: string, cwd: string, variables: NodeJS.ProcessEnv = {}): Running {
    const env = { ...registry.environment, HOME: folder, ...variables }
    const child = endWithUs(spawn('sh', ['-c', command], { cwd, env, detached: true }))
    const closed = once(child, 'close')
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', chunk => {
        text += chunk
      })
    }
    const started: Running = {
      child,
      printed: () => text,
      async end() {
        running.delete(started)
        if (child.exitCode === null) process.kill(-child.pid!, 'SIGINT')
        await closed
      },
    }
    running.add(started)
    return started
  }

  /** Runs `open` with an empty home until it has printed its link, and opens the link. */
  async function open(command: string, home: string) {
    const process = run(command, installed, { XDG_DATA_HOME: home })
    await expect
      .poll(
        () => {
          if (process.child.exitCode !== null) throw new Error(process.printed())
          return process.printed()
        },
        { interval: 20 },
      )
      .toContain('Ctrl-C')
    const [link = ''] = /http:\S+\/welcome\/\S+/.exec(process.printed()) ?? []
    const [name = ''] = await readdir(join(home, 'backoffice'))
    const data = join(home, 'backoffice', name)
    const { agentPort } = JSON.parse(await readFile(join(data, 'state.json'), 'utf8'))
    return { process, link, data, agentUrl: `http://127.0.0.1:${agentPort}/service` }
  }

  type Opened = Awaited<ReturnType<typeof open>>
  const describePage = ({ link, agentUrl }: Opened) => ({
    baseURL: new URL(link).origin,
    origins: [new URL(agentUrl).origin],
  })

  async function showRows(page: Page, { link }: Opened): Promise<void> {
    await page.goto(link)
    await page.getByRole('button', { name: /^Continue as/ }).click()
    await page.getByRole('link', { name: 'Customers' }).first().click()
    for (const name of ['Ada', 'Grace']) {
      await page.getByRole('table').getByText(name).first().waitFor()
    }
  }

  const databases: Readonly<Record<string, () => Promise<World | undefined>>> = {
    PostgreSQL: () => serve(startPostgres, openPostgres),
    SQLite: async () => keep(await openSqlite()),
    MongoDB: () => serve(startMongo, openMongo),
  }

  async function serve(
    start: () => Promise<Server | undefined>,
    openWorld: (url: string) => Promise<World>,
  ): Promise<World | undefined> {
    const server = await start()
    if (!server) return undefined
    servers.push(server)
    return keep(await openWorld(server.url))
  }

  function keep(world: World): World {
    worlds.push(world)
    return world
  }

  for (const [database, openWorld] of Object.entries(databases)) {
    longTest(`open own rows of ${database}, and change nothing`, async ({ openPage, skip }) => {
      const world = await openWorld()
      if (!world) return skip(`${database} is not installed`)
      const before = await world.fingerprint()
      const begin = performance.now()
      const opened = await open(`npx @service/cli open '${world.address}'`, await makeHome())
      const { page } = await openPage(describePage(opened))
      await showRows(page, opened)
      const seconds = ((performance.now() - begin) / 1000).toFixed(1)
      console.log(`${database}: own rows on the screen ${seconds} s after the command.`)
      const { token } = await signInAsAdministrator(opened.data)
      const { status, body } = await createAgentClient(opened.agentUrl, token).send(
        'DELETE',
        `/customers/${world.id}`,
      )
      expect([status, body]).toMatchObject([
        403,
        { errors: [{ detail: expect.stringContaining('--write') }] },
      ])
      await page.close()
      await opened.process.end()
      expect(await world.fingerprint()).toBe(before)
    })
  }

  longTest('do what the README says to those with a database', async ({ openPage, skip }) => {
    const world = await serve(startPostgres, openPostgres)
    if (!world) return skip('PostgreSQL is not installed')
    const offers: number[] = []
    const home = await makeHome()
    for (const command of readAudience('On my database').commands) {
      const mine = command.replace('postgres://user@localhost/shop', world.address)
      expect(mine).not.toBe(command)
      const opened = await open(mine, home)
      const { page } = await openPage(describePage(opened))
      await showRows(page, opened)
      offers.push(await page.getByRole('button', { name: /^New/ }).count())
      await page.close()
      await opened.process.end()
    }
    expect(offers).toEqual([0, 1])
  })

  longTest('do what the README says to those with an application', async ({ openPage, skip }) => {
    const world = await serve(startPostgres, openPostgres)
    if (!world) return skip('PostgreSQL is not installed')
    const manager = await findPerson('manager')
    const projectName = `Application ${randomBytes(4).toString('hex')}`
    const { id, environment } = await askService<{
      id: number
      environment: { id: number; secret: string }
    }>(manager, 'POST', '/api/projects', { name: projectName })
    const port = await freePort()
    const agentUrl = `http://127.0.0.1:${port}/service`
    const path = `/api/projects/${id}/environments/${environment.id}`
    await askService(manager, 'PATCH', path, { agentUrl })

    const application = await mkdtemp(join(folder, 'application-'))
    const { commands, code = '' } = readAudience('In my application')
    await writeFile(join(application, 'package.json'), '{ "private": true }')
    await writeFile(join(application, 'app.mjs'), code)
    const variables = {
      DATABASE_URL: world.address,
      PORT: port,
      SERVICE_AUTH_SECRET: randomBytes(32).toString('hex'),
      SERVICE_ENV_SECRET: environment.secret,
      SERVICE_SERVER_URL: shop.serviceUrl,
    }
    const lines = Object.entries(variables).map(each => `${each.join('=')}\n`)
    await writeFile(join(application, '.env'), lines.join(''))
    const [install = '', start = ''] = commands
    await registry.run(install, application)
    const process = run(start, application)
    await expect
      .poll(() => fetch(`${agentUrl}/`).then(({ status }) => status, process.printed))
      .toBe(200)
    const { page } = await openPage({ person: 'manager', origins: [new URL(agentUrl).origin] })
    await page.goto(formatPath({ projectName, environmentName: 'Development' }, 'data/customers'))
    await page.getByRole('table').getByText('Grace').first().waitFor()
    await page.close()
    await process.end()
    await deleteProjects(projectName)
  })
})
