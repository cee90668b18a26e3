import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAgent } from '@service/agent'
import {
  endWithUs,
  freePort,
  isLongRun,
  type Registry,
  runOnPostgres,
  startPostgres,
  startRegistry,
} from '@service/test-support'
import Database from 'libsql'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { deleteProjects } from './support/create-project.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { findPerson } from './support/people.js'
import { formatPath } from './support/place.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const nameProject = () => `Own ${randomUUID().slice(0, 8)}`

/** A project of its own, and where its environment is. */
async function createProject() {
  const manager = await findPerson('manager')
  const name = nameProject()
  const { id, environment } = await askService<{
    id: number
    environment: { id: number; secret: string }
  }>(manager, 'POST', '/api/projects', { name })
  const path = `/api/projects/${id}/environments/${environment.id}`
  const setAddress = (agentUrl: string) => askService(manager, 'PATCH', path, { agentUrl })
  return { name, environment, setAddress }
}

interface Listed {
  readonly data: readonly { readonly id: number; readonly name: string }[]
}

/** Returns when the service has heard of the agent of a new project. */
async function waitUntilConnected(projectName: string): Promise<number> {
  const manager = await findPerson('manager')
  const { data: projects } = await askService<Listed>(manager, 'GET', '/api/projects')
  const path = `/api/projects/${projects.find(({ name }) => name === projectName)?.id}/environments`
  const { data: environments } = await askService<Listed>(manager, 'GET', path)
  const readState = async () => {
    const one = `${path}/${environments[0]?.id}`
    return (await askService<{ agent: { state: string } }>(manager, 'GET', one)).agent.state
  }
  await expect.poll(readState, { interval: 20 }).toBe('connected')
  return performance.now()
}

const formatStep = ({ id }: { readonly id: number }, host = 'standalone', database = 'sqlite') =>
  `/app/connect?environment=${id}&host=${host}&database=${database}`

/** Presses the copy button of a block and reads what was copied. */
async function copyBlock(page: Page, title: string): Promise<string> {
  const block = page.getByRole('region', { name: title, exact: true })
  await block.getByRole('button', { name: 'Copy' }).click()
  await block.getByRole('button', { name: 'Copied' }).waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

describePanel('the first run', () => {
  let registry: Registry | undefined
  const folders: string[] = []
  const running: ChildProcess[] = []

  beforeAll(async () => {
    if (isLongRun) registry = await startRegistry()
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await deleteProjects('Own ')
    await registry?.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  const makeFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wizard-'))
    folders.push(folder)
    return folder
  }
  /** In `npm test`, links what is installed here: the suites of the packages install what is published. */
  const install = async (command: string, folder: string) => {
    if (registry) return registry.run(command, folder)
    expect(command).toMatch(/^npm install @service\/agent/m)
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  }
  const start = (command: string, cwd: string): ChildProcess => {
    const child = endWithUs(spawn('sh', ['-c', `exec ${command}`], { cwd, stdio: 'inherit' }))
    running.push(child)
    return child
  }

  interface Journey {
    readonly page: Page
    readonly host: string
    readonly database: string
    readonly databaseUrl: string
    readonly folder: string
  }

  /** From the demo to own rows: everything is copied from the page and used as it is. */
  async function connectOwnDatabase({ page, host, database, databaseUrl, folder }: Journey) {
    const project = nameProject()
    const port = await freePort()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(formatPath(shop, 'data/orders'))
    await page.getByRole('button', { name: /^Change the place/ }).click()
    await page.getByRole('menuitem', { name: 'Connect your own database' }).click()
    await page.getByRole('textbox', { name: 'Name of the project' }).fill(project)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Create the project' }).click()

    await page.getByRole('radio', { name: database }).check()
    await page.getByRole('radio', { name: host }).check()
    const address = `http://localhost:${port}/service`
    await page.getByRole('textbox', { name: 'Where browsers reach the agent' }).fill(address)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Show the code' }).click()

    await page.getByText('Waiting for your agent').waitFor()
    await page.getByRole('textbox', { name: 'Address of your database' }).fill(databaseUrl)
    await page.getByRole('button', { name: 'Make the secret' }).click()
    await page.getByText('Shown once').waitFor()
    const command = await copyBlock(page, 'Install, in a terminal')
    for (const file of ['.env', 'agent.mjs']) {
      const target = join(folder, file)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, await copyBlock(page, file))
    }
    await install(command, folder)
    const agent = start(await copyBlock(page, 'Start, in a terminal'), folder)

    // Nobody reloads the page: the service tells it.
    const [connected, noticed] = await Promise.all([
      waitUntilConnected(project),
      page
        .getByText(/Agent 1\.90\.0, Node .*, 1 collection\./)
        .waitFor()
        .then(() => performance.now()),
    ])
    console.log(
      `The page noticed the agent ${Math.round(noticed - connected)} ms after the service.`,
    )
    await page.getByText('Everything works.').waitFor()
    expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
    return { project, agent }
  }

  test('leads from the demo to the own tables of an SQLite file, with the code as it is copied', async ({
    openPage,
  }) => {
    const folder = await makeFolder()
    const database = new Database(join(folder, 'shop.db'))
    database.exec('create table plants (id integer primary key, name text not null)')
    database.exec("insert into plants (name) values ('Monstera'), ('Aloe')")
    database.close()
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/a request to http:\/\/localhost|status of 503/)
    const { agent } = await connectOwnDatabase({
      ...{ page, folder, host: 'By itself', database: 'SQLite', databaseUrl: 'sqlite:shop.db' },
    })
    const wizard = page.url()
    if (isLongRun) {
      await page.getByRole('button', { name: 'Invite colleagues' }).click()
      await page.getByRole('textbox', { name: 'E-mail address' }).fill('ada@example.com')
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await page.getByText('/invitations/').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
    }
    await page.getByRole('link', { name: 'Open your data' }).click()
    await page.getByRole('table').getByText('Monstera').waitFor()

    if (!isLongRun) return
    problems.allow(/Failed to load resource|ERR_/)
    await page.goto(wizard)
    await page.getByText('Everything works.').waitFor()
    agent.kill()
    await page.getByText('Your agent is not connected').waitFor()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText(/^Nothing responds at/).waitFor()
  })

  longTest('does the same for Express and PostgreSQL', async ({ openPage, skip }) => {
    const postgres = await startPostgres()
    if (!postgres) return skip('PostgreSQL is not installed')
    try {
      await runOnPostgres(
        postgres.url,
        `create table plants (id int primary key, name text not null);
         insert into plants values (1, 'Monstera'), (2, 'Aloe')`,
      )
      const { page, problems } = await openPage({ person: 'manager' })
      problems.allow(/a request to http:\/\/localhost|status of 503/)
      await connectOwnDatabase({
        ...{ page, folder: await makeFolder(), host: 'Express', database: 'PostgreSQL' },
        databaseUrl: postgres.url,
      })
      await page.getByRole('link', { name: 'Open your data' }).click()
      await page.getByRole('table').getByText('Monstera').waitFor()
      for (const child of running) child.kill()
    } finally {
      await postgres.stop()
    }
  })
})

describePanel('a connection that does not work', () => {
  const servers: { stop(): Promise<unknown> }[] = []
  afterAll(async () => {
    for (const server of servers) await server.stop()
    await deleteProjects('Own ')
  })

  async function serve(handle: RequestListener): Promise<string> {
    const server = createServer(handle)
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    servers.push({ stop: () => new Promise(done => server.close(done)) })
    return `http://localhost:${(server.address() as AddressInfo).port}/service`
  }

  /** An agent of the environment that lets pages read it, but not sign in. */
  async function startWithoutPanel(envSecret: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'wizard-'))
    const agent = createAgent({
      ...{ envSecret, authSecret: randomBytes(32).toString('hex'), serverUrl: shop.serviceUrl },
      ...{ panel: false, allowedOrigins: [shop.serviceUrl], schemaPath: join(folder, 'x.json') },
      loggerLevel: 'Error',
    })
    await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
    servers.push({
      stop: async () => {
        await agent.stop()
        await rm(folder, { recursive: true, force: true })
      },
    })
    return `http://localhost:${agent.standaloneServerPort}/service`
  }

  const readBody = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }
  const cases: readonly (readonly [string, (secret: string) => Promise<string>, RegExp])[] = [
    [
      'nobody listens',
      async () => `http://localhost:${await freePort()}/service`,
      /^Nothing responds at http:\/\/localhost:\d+\/service$/,
    ],
    [
      'another program or an old agent responds',
      () => serve((_, response) => response.end('{}')),
      /^Something responds, but this page may not read it$/,
    ],
    [
      'the address leads elsewhere',
      () => serve((_, response) => response.writeHead(404, readBody).end('{}')),
      /^What responds is not an agent$/,
    ],
    [
      'the agent has the secret of another environment',
      async () => shop.agentUrl,
      /^This agent belongs to another environment$/,
    ],
    ['the agent refuses sessions', startWithoutPanel, /^The agent opens no session for you$/],
  ]

  longTest('is named, with what to do', async ({ openPage }) => {
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/a request to http:\/\/localhost|Failed to load resource|CORS|ERR_/)
    const { environment, setAddress } = await createProject()
    for (const [name, start, title] of cases) {
      await setAddress(await start(environment.secret))
      await page.goto(formatStep(environment))
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.getByText(title).waitFor()
      expect(await findAccessibilityProblems(page), name).toEqual([])
    }
    await page.getByText("its option 'panel' is false").waitFor()
    await page.getByText('Your agent is connected, but finds no tables').waitFor()
  })

  longTest(
    'is named when the page is https and the agent is not, or nearer than the page',
    async ({ openPage }) => {
      const { cookie } = await findPerson('manager')
      const { environment, setAddress } = await createProject()
      await setAddress('http://192.0.2.1:3351/service')
      const { page, problems } = await openPage()
      problems.allow(/a request to http|status of 40|ERR_|CORS/)
      // As behind a proxy with a certificate.
      await page.route('https://panel.test/**', async route => {
        const { pathname, search } = new URL(route.request().url())
        if (pathname === '/api/events') return route.fulfill({ status: 204 })
        const headers = { ...(await route.request().allHeaders()), cookie, host: '' }
        const url = shop.serviceUrl + pathname + search
        const response = await route.fetch({ url, headers, maxRedirects: 0 })
        return route.fulfill({ response })
      })
      const address = `https://panel.test${formatStep(environment)}`
      await page.goto(address)
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.getByText('This page is https, the agent is http').waitFor()

      // This machine may be called from https pages, if the person allows it.
      await setAddress(`http://localhost:${await freePort()}/service`)
      await page.goto(address)
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.getByText('The browser does not let this page reach your network').waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  )
})

describePanel('whoever has nothing to open yet', () => {
  afterAll(() => deleteProjects('Own '))

  test('is led to the step that is missing', async ({ openPage }) => {
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/status of 409/)
    const { name } = await createProject()
    await page.goto(`/app/${encodeURIComponent(name)}`)
    await page.getByText('No agent is connected yet').waitFor()
    await page.getByRole('link', { name: 'Connect a database' }).click()
    await page.getByRole('group', { name: 'Which database?' }).waitFor()

    // An owner without a project.
    await page.route('**/api/boot*', async route => {
      const response = await route.fetch()
      const boot = { ...(await response.json()), projects: [], place: null, layout: null }
      await route.fulfill({ response, json: { ...boot, agentCode: null } })
    })
    await page.goto('/app')
    await page.waitForURL('**/app/connect')
    await page.getByRole('textbox', { name: 'Name of the project' }).waitFor()
  })

  longTest('is told whom to ask when they may create nothing', async ({ openPage }) => {
    const { page } = await openPage({ person: 'colleague' })
    await page.goto('/app/connect')
    await page.getByText('You cannot create projects').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
})
