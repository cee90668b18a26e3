import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Agent, createAgent } from '@service/agent'
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { signInAtAgent } from '../../../examples/store/src/sign-in.js'
import type { AgentData } from './support/agents/agent-data.js'
import { makeSqlite } from './support/agents/sqlite-file.js'
import { askService } from './support/ask-service.js'
import { findAccessibilityProblems } from './support/axe.js'
import { findShopPlace } from './support/find-place.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson, findPerson, type Person } from './support/people.js'
import { formatPath } from './support/place.js'

const opened: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of opened.reverse()) await close()
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'panel-rotation-'))
  opened.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function makeBooks(): Promise<AgentData> {
  const data = await makeSqlite(await makeFolder(), database => {
    database.exec('create table books (id integer primary key, title varchar(40))')
    database.exec("insert into books values (1, 'Rotation')")
  })
  opened.push(() => data.close())
  return data
}

/** Starts an agent with a secret; several serve the same data, as instances of one do. */
async function startAgent(envSecret: string, data: AgentData): Promise<Agent> {
  const agent = createAgent({
    authSecret: randomBytes(32).toString('hex'),
    envSecret,
    serverUrl: shop.serviceUrl,
    schemaPath: join(await makeFolder(), 'schema.json'),
    loggerLevel: 'Error',
  })
  data.addTo(agent)
  opened.push(() => agent.stop())
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  return agent
}

const getUrl = (agent: Agent) => `http://localhost:${agent.standaloneServerPort}/service`

/** Signs in at an agent, which asks the service with its secret, and reads a record there. */
async function readTitle(agent: Agent, environmentPath: string, person: Person): Promise<unknown> {
  const { data } = await askService<{ data: { id: number; team: { name: string } }[] }>(
    person,
    'GET',
    `${environmentPath}/renderings`,
  )
  const rendering = data.find(({ team }) => team.name === person.team)
  const token = await signInAtAgent(getUrl(agent), rendering?.id ?? 0, person.cookie)
  const response = await fetch(`${getUrl(agent)}/books/1?timezone=UTC`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = (await response.json()) as { data: { attributes: { title: string } } }
  return body.data.attributes.title
}

/** How the service responds to an agent that has this secret. */
async function trySecret(secret: string): Promise<number> {
  const response = await fetch(`${shop.serviceUrl}/agent-api/environment`, {
    headers: { 'service-secret-key': secret },
  })
  return response.status
}

const settings = formatPath(shop, 'settings/environments')
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const makeName = () => `Rotation ${randomUUID().slice(0, 8)}`

async function takeSecret(page: Page): Promise<string> {
  const secret = await page.locator('[data-secret]').innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  return secret
}

async function createEnvironment(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create an environment' }).click()
  await dialog(page, 'Create an environment').getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  const secret = await takeSecret(page)
  await page.getByRole('heading', { name, exact: true }).waitFor()
  return secret
}

async function setAddress(page: Page, agent: Agent, name: string): Promise<void> {
  await page.getByLabel('Address of the agent').fill(getUrl(agent))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`${name} is saved`).last().waitFor()
}

describePanel('environments in the settings', () => {
  longTest('get a new secret while their agent goes on, without a gap', async ({ openPage }) => {
    const { page } = await openPage({ person: 'manager' })
    const manager = await findPerson('manager')
    const name = makeName()
    await page.goto(settings)
    const oldSecret = await createEnvironment(page, name)
    const projectPath = (await findShopPlace()).environmentPath.replace(/\/[^/]+$/, '')
    const path = `${projectPath}/${/environments\/(\d+)/.exec(page.url())?.[1]}`
    const data = await makeBooks()
    const oldAgent = await startAgent(oldSecret, data)
    await setAddress(page, oldAgent, name)
    await section(page, 'Rights').getByRole('button', { name: 'Open to everybody' }).click()
    await dialog(page, `Open ${name} to everybody?`)
      .getByRole('button', { name: 'Open to everybody' })
      .click()
    await section(page, 'Rights').getByRole('button', { name: 'Enforce rights' }).waitFor()
    expect(await readTitle(oldAgent, path, manager)).toBe('Rotation')

    const secrets = section(page, 'Secrets').first()
    await secrets.getByRole('button', { name: 'Create a new secret' }).click()
    const form = dialog(page, 'Create a new secret')
    await form.getByText('You can end them earlier').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await form.getByRole('button', { name: 'Create a new secret' }).click()
    const newSecret = await takeSecret(page)
    expect(newSecret).not.toBe(oldSecret)
    await secrets.getByText('Previous', { exact: true }).waitFor()
    // The agent with the old secret goes on.
    expect(await readTitle(oldAgent, path, manager)).toBe('Rotation')

    const newAgent = await startAgent(newSecret, data)
    expect([await trySecret(oldSecret), await trySecret(newSecret)]).toEqual([200, 200])
    await setAddress(page, newAgent, name)
    await secrets.getByRole('button', { name: 'Revoke previous' }).click()
    await dialog(page, 'Revoke the previous secret?')
      .getByRole('button', { name: 'Revoke previous' })
      .click()
    await secrets.getByText('Previous', { exact: true }).waitFor({ state: 'detached' })
    expect([await trySecret(oldSecret), await trySecret(newSecret)]).toEqual([401, 200])
    expect(await readTitle(newAgent, path, manager)).toBe('Rotation')
  })

  test('are opened although their agent was connected after the page was loaded', async ({
    openPage,
  }) => {
    const person = await createPerson({ role: 'Support', team: 'Operations', level: 'admin' })
    const { page, problems } = await openPage({ person, origins: ['http://localhost'] })
    problems.allow(/policy: connect-src|Content Security Policy|a request to http:\/\/localhost:/)
    const name = makeName()
    await page.goto(settings)
    const agent = await startAgent(await createEnvironment(page, name), await makeBooks())
    await setAddress(page, agent, name)
    await section(page, 'Rights').getByRole('button', { name: 'Open to everybody' }).click()
    await dialog(page, `Open ${name} to everybody?`)
      .getByRole('button', { name: 'Open to everybody' })
      .click()
    await section(page, 'Rights').getByRole('button', { name: 'Enforce rights' }).waitFor()
    await page.getByRole('link', { name: /^Inbox, / }).waitFor()
    await page.getByRole('button', { name: /^Change the place/ }).click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
    await page.getByRole('table').getByText('Rotation', { exact: true }).waitFor()
    await page.waitForURL(`**/${encodeURIComponent(name)}/**`)
  })

  longTest('are renamed, get another kind and are deleted by their name', async ({ openPage }) => {
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/status of (400|409)/)
    const [name, newName] = [makeName(), makeName()]
    await page.goto(settings)
    const secret = await createEnvironment(page, name)
    const place = { projectName: shop.projectName, environmentName: name }
    // Inside of the environment itself: its address follows its name.
    await page.goto(formatPath(place, new URL(page.url()).pathname.replace(/.*(?=settings)/, '')))
    await page.getByLabel('Name').fill(shop.environmentName)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Another environment of the project has this name.').waitFor()
    await page.getByLabel('Name').fill(newName)
    await page.getByLabel('Address of the agent').fill('not an address')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must be a URL such as').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe(newName)
    await page.getByRole('link', { name: 'All environments' }).click()
    await dialog(page, 'Leave without saving?')
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await page.getByLabel('Address of the agent').fill('')
    await page.getByLabel('Kind').selectOption('Staging')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(`**/${encodeURIComponent(newName)}/**`)
    await page.getByRole('heading', { name: newName, exact: true }).waitFor()
    const teams = page.getByRole('table', { name: 'Teams' })
    await teams.getByRole('row', { name: /^Operations \d+$/ }).waitFor()
    await teams.getByRole('link', { name: 'Operations' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete the environment' }).click()
    // What the page was asking for while the environment was deleted.
    problems.allow(/status of 404 .*\/environments\/\d+/)
    const question = dialog(page, `Delete ${newName}?`)
    const button = question.getByRole('button', { name: 'Delete the environment' })
    expect(await button.isDisabled()).toBe(true)
    await question.getByRole('textbox').fill(newName)
    await button.click()
    await page.waitForURL(url => !url.pathname.includes(encodeURIComponent(newName)))
    expect(await trySecret(secret)).toBe(401)
  })

  longTest(
    'belong to the developer who created them; others are only read',
    async ({ openPage }) => {
      const person = await createPerson({ role: 'Support', team: 'Operations', level: 'developer' })
      const { page } = await openPage({ person })
      await page.goto(settings)
      await page.getByRole('link', { name: shop.environmentName, exact: true }).click()
      await page.getByText('Only admins change this environment.').waitFor()
      expect(await page.getByRole('button', { name: 'Create a new secret' }).count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Delete the environment' }).count()).toBe(0)
      await page.getByRole('link', { name: 'All environments' }).click()
      const name = makeName()
      await createEnvironment(page, name)
      await page.getByRole('button', { name: 'Create a new secret' }).waitFor()
      expect(await page.getByLabel('Kind').count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Delete the environment' }).count()).toBe(0)
    },
  )
})
