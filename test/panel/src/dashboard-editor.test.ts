import { randomUUID } from 'node:crypto'
import { isLongRun } from '@service/test-support'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { findAccessibilityProblems } from './support/axe.js'
import { createTeam } from './support/create-team.js'
import { looks } from './support/looks.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson, type Person } from './support/people.js'
import { formatPath } from './support/place.js'

const newDashboard = formatPath(shop, 'dashboards/new/edit')

const editor = () => createPerson({ role: 'Manager', team: 'Operations', level: 'editor' })
const findCards = (page: Page) => page.getByRole('list', { name: 'Cards' })
const readCards = (page: Page) => findCards(page).getByRole('article').allTextContents()
const findDrawer = (page: Page) => page.getByRole('dialog', { name: 'New chart' })
const choose = (drawer: Locator, label: string, option: string) =>
  drawer.getByRole('combobox', { name: label, exact: true }).selectOption(option)

/** The path of the API for the team of a person in the shop: other tests make environments, which may come first. */
async function findTeam(person: Person): Promise<string> {
  const boot = await askService<{
    place: { projectId: number; environmentId: number; teamId: number }
  }>(person, 'GET', `/api/boot?address=${encodeURIComponent(formatPath(shop))}`)
  const { projectId, environmentId, teamId } = boot.place
  return `/api/projects/${projectId}/environments/${environmentId}/teams/${teamId}`
}

interface Stored {
  readonly id: number
  readonly name: string
  readonly tag: string
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

describePanel('the editor of dashboards', () => {
  test('makes charts of records and code with a preview, arranges them, and stores what people see', async ({
    openPage,
  }) => {
    const mark = randomUUID().slice(0, 6)
    const { page } = await openPage({ person: await editor() })
    await page.goto(newDashboard)
    await page.getByRole('textbox', { name: 'Name of the dashboard' }).fill(`Shop ${mark}`)
    await page.getByRole('combobox', { name: 'Range at first' }).selectOption('All time')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('combobox', { name: 'Collection of the filter' }).selectOption('orders')
    await page.getByRole('combobox', { name: 'Field of the filter' }).selectOption('currency')

    // What is missing is said when somebody saves.
    await page.getByRole('button', { name: 'New chart' }).click()
    const drawer = findDrawer(page)
    await drawer.getByRole('button', { name: 'Save chart' }).click()
    await expect.poll(() => drawer.getByText('This is needed.').count()).toBe(2)
    await drawer.getByRole('textbox', { name: 'Name' }).fill(`Statuses ${mark}`)
    await choose(drawer, 'Kind', 'distribution')
    await choose(drawer, 'Collection', 'orders')
    await choose(drawer, 'Group by', 'status')
    await choose(drawer, 'Follow the range by', 'ordered_at')
    await choose(drawer, 'Follow Currency by', 'currency')
    const filter = drawer.getByRole('group', { name: 'Only records with' })
    await filter.getByRole('button', { name: 'Condition' }).click()
    await filter.getByRole('combobox', { name: /^Field: / }).click()
    await page.getByRole('combobox', { name: 'Find a field' }).fill('status')
    await page.getByRole('listbox').getByRole('option', { name: 'Status', exact: true }).click()
    await filter.getByRole('button', { name: 'paid' }).click()
    await filter.getByRole('button', { name: 'As text' }).click()
    const text = filter.getByRole('textbox', { name: 'The filter as text' })
    expect(await text.inputValue()).toBe('status.in.(paid)')
    await text.fill('status.equal.paid')
    const preview = drawer.getByRole('region', { name: 'Preview' })
    await preview.getByText('paid').first().waitFor()
    await drawer.getByRole('button', { name: 'Save chart' }).click()
    await findCards(page).getByRole('article').waitFor()

    await page.getByRole('button', { name: 'New chart' }).click()
    await drawer.getByRole('textbox', { name: 'Name' }).fill(`Lines ${mark}`)
    await choose(drawer, 'Kind', 'times')
    await choose(drawer, 'Chart in code', 'revenueByCurrency')
    await preview.getByText('EUR').first().waitFor()
    await drawer.getByRole('button', { name: 'Save chart' }).click()
    await drawer.waitFor({ state: 'detached' })

    // By the menu, and by the pointer.
    const readNames = async () =>
      (await readCards(page)).map(text => /(Statuses|Lines)/.exec(text)?.[0])
    await expect.poll(readNames).toEqual(['Statuses', 'Lines'])
    const menu = page.getByRole('button', { name: `Card Lines ${mark}` })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Move left' }).click()
    await expect.poll(readNames).toEqual(['Lines', 'Statuses'])
    if (isLongRun) {
      await menu.click()
      await page.getByRole('menuitemradio', { name: 'Full width' }).click()
      await findCards(page).getByText('Full width').waitFor()
      const handles = findCards(page).locator('[data-handle]')
      await handles.nth(0).dragTo(handles.nth(1))
      await expect.poll(readNames).toEqual(['Statuses', 'Lines'])
    }

    await save(page)
    await page.getByText(`Shop ${mark} saved`).waitFor()
    await page.getByRole('heading', { name: `Shop ${mark}` }).waitFor()
    const status = page.getByRole('article', { name: `Statuses ${mark}` })
    await status.getByText('paid').first().waitFor()
  })

  longTest(
    'tells who changed a dashboard meanwhile, and overwrites nothing unseen',
    async ({ openPage }) => {
      const [person, other] = [await editor(), await editor()]
      const team = await findTeam(person)
      const name = `Both ${randomUUID().slice(0, 6)}`
      const made = await askService<Stored>(person, 'POST', `${team}/dashboards`, {
        name,
        cards: [],
      })
      const read = async () =>
        askService<Stored>(person, 'GET', `${team}/dashboards/${made.id}`).then(each => each.name)
      const { page, problems } = await openPage({ person })
      problems.allow(/status of 412/)
      await page.goto(formatPath(shop, `dashboards/${made.id}/edit`))
      const field = page.getByRole('textbox', { name: 'Name of the dashboard' })
      await field.fill(`${name} mine`)
      await rename(other, `${team}/dashboards/${made.id}`, made.tag, `${name} theirs`)
      await save(page)
      const dialog = page.getByRole('dialog', { name: 'Somebody else changed this dashboard' })
      await dialog.getByText(/changed the dashboard at 20/).waitFor()
      expect(await read()).toBe(`${name} theirs`)
      await dialog.getByRole('button', { name: 'Load theirs' }).click()
      await expect.poll(() => field.inputValue()).toBe(`${name} theirs`)

      // Changes are not lost by a slip.
      await field.fill(`${name} again`)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Keep editing' }).click()
      await save(page)
      await page.getByRole('heading', { name: `${name} again` }).waitFor()
      expect(await read()).toBe(`${name} again`)
      await page.goto(formatPath(shop, `dashboards/${made.id}/edit`))
      await page.getByRole('button', { name: 'Actions of the dashboard' }).click()
      await page.getByRole('menuitem', { name: 'Delete dashboard' }).click()
      await page.getByRole('button', { name: 'Delete dashboard' }).click()
      await page.getByText(`${name} again deleted`).waitFor()
    },
  )

  longTest('changes and deletes charts, and orders dashboards', async ({ openPage }) => {
    const { name: team, author, teamPath } = await createTeam()
    const definition = {
      type: 'Value',
      sourceCollectionName: 'orders',
      aggregator: 'Count',
    }
    const chart = await askService<Stored>(author, 'POST', `${teamPath}/charts`, {
      name: 'Orders so far',
      definition,
    })
    const makeDashboard = (name: string, cards: readonly object[]) =>
      askService<Stored>(author, 'POST', `${teamPath}/dashboards`, { name, cards })
    await makeDashboard('First', [])
    const card = { chartId: chart.id, width: 4, height: 1 }
    const second = await makeDashboard('Second', [card])
    const { page, problems } = await openPage({ person: author })
    problems.allow(/status of 409/)
    await page.goto(formatPath(shop, `dashboards/${second.id}/edit`, team))
    const menu = page.getByRole('button', { name: 'Card Orders so far' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Edit chart' }).click()
    const drawer = page.getByRole('dialog', { name: 'Edit chart' })
    await drawer.getByRole('textbox', { name: 'Name' }).fill('All orders')
    await drawer.getByRole('button', { name: 'Save chart' }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Card All orders' }).click()
    await page.getByRole('menuitem', { name: 'Remove from dashboard' }).click()
    await save(page)
    await page.getByText('Second saved').waitFor()

    await page.goto(formatPath(shop, `dashboards/${second.id}/edit`, team))
    await page.getByRole('button', { name: 'Actions of the dashboard' }).click()
    const ordered = page.waitForResponse('**/dashboards/order')
    await page.getByRole('menuitem', { name: 'Move tab left' }).click()
    expect((await ordered).status()).toBe(200)
    await page.getByRole('button', { name: 'Add a chart of the team' }).click()
    const chooser = page.getByRole('dialog', { name: 'Add a chart of the team' })
    await chooser.getByRole('button', { name: 'Delete All orders' }).click()
    await chooser.getByText('All orders').waitFor({ state: 'detached' })
    type Listed = { readonly data: readonly Stored[] }
    const list = async (kind: 'charts' | 'dashboards') => {
      const { data } = await askService<Listed>(author, 'GET', `${teamPath}/${kind}`)
      return data.map(({ name }) => name)
    }
    expect([await list('dashboards'), await list('charts')]).toEqual([['Second', 'First'], []])
  })

  longTest('says what is wrong with a query, and is for editors', async ({ openPage }) => {
    const { page, problems } = await openPage({ person: await editor() })
    problems.allow(/status of 422/)
    await page.goto(newDashboard)
    await page.getByRole('button', { name: 'New chart' }).click()
    const drawer = findDrawer(page)
    await choose(drawer, 'Source', 'sql')
    await choose(drawer, 'Connection', 'shop')
    const query = drawer.getByRole('textbox', { name: 'SQL query' })
    await query.click()
    await page.keyboard.type('select count(*) as number from orders')
    await drawer.getByText(/must return value/).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('select count(*) as value from orders')
    await drawer.getByRole('region', { name: 'Preview' }).getByText('2,000').first().waitFor()

    const member = await openPage({ person: 'auditor' })
    await member.page.goto(newDashboard)
    await member.page.getByText('Only editors of the project change dashboards.').waitFor()
  })

  for (const [name, options] of looks) {
    longTest(`is accessible ${name}`, async ({ openPage }) => {
      const { page } = await openPage({ person: await editor(), ...options })
      await page.goto(newDashboard)
      await page.getByRole('button', { name: 'Add filter' }).click()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'New chart' }).click()
      const drawer = findDrawer(page)
      await choose(drawer, 'Kind', 'leaderboard')
      await choose(drawer, 'Collection', 'customers')
      await choose(drawer, 'Count records of', 'orders')
      await drawer.getByRole('region', { name: 'Preview' }).getByRole('article').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
    })
  }
})

async function rename(person: Person, path: string, tag: string, name: string): Promise<void> {
  const session = await fetch(`${shop.serviceUrl}/api/session`, {
    headers: { cookie: person.cookie },
  })
  const { csrfToken } = (await session.json()) as { readonly csrfToken: string }
  const response = await fetch(shop.serviceUrl + path, {
    method: 'PUT',
    headers: {
      cookie: person.cookie,
      'x-csrf-token': csrfToken,
      'content-type': 'application/json',
      'if-match': `"${tag}"`,
    },
    body: JSON.stringify({ name, cards: [] }),
  })
  expect(response.status).toBe(200)
}
