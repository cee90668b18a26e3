import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAccessibilityProblems } from './support/axe.js'
import { looks } from './support/looks.js'
import { describePanel, journey, longTest, shop } from './support/panel-test.js'
import { createPerson } from './support/people.js'
import { formatPath } from './support/place.js'

const orders = formatPath(shop, 'data/orders')
const customers = formatPath(shop, 'data/customers')

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Segments and views' })
const findTab = (page: Page, name: string) => tabs(page).getByRole('button', { name })
const currentTab = (page: Page) => tabs(page).locator('[aria-current=true]')
const column = (page: Page, name: string) => page.getByRole('columnheader', { name })
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' })
const readSearch = (page: Page) => new URL(page.url()).search

async function choose(page: Page, item: string) {
  await page.keyboard.press('v')
  await page.getByRole('menuitem', { name: item }).click()
}

async function save(page: Page, name: string, isShared = false) {
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  if (isShared) await dialog.getByRole('checkbox', { name: 'Share with the team' }).check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await findTab(page, name).waitFor()
}

describePanel('saved views', () => {
  journey(
    'are saved, changed, updated, reset, renamed, ordered, deleted and taken back',
    async ({ openPage }) => {
      const person = await createPerson({ role: 'Manager', team: 'Operations' })
      const { page, problems } = await openPage({ person })
      problems.allow(/status of 409/)
      await page.goto(`${orders}?filter=status.equal.paid`)
      // The counts of the segments move the button, and a press that it moves away from is no click.
      await findTab(page, 'To ship').getByText(/^\d+$/).waitFor()
      await page.getByRole('button', { name: 'Save view' }).click()
      await save(page, 'Paid ones')
      expect(readSearch(page)).toMatch(/^\?view=\d+$/)
      const saved = readSearch(page)

      // A change is marked, and can be given up.
      await filters(page).getByRole('button', { name: 'Remove the filter' }).click()
      await currentTab(page).getByText('changed').waitFor()
      expect(readSearch(page)).toBe(`${saved}&without=filter`)
      await page.getByRole('button', { name: 'Reset' }).click()
      await filters(page).getByText('Status is paid').waitFor()
      expect(readSearch(page)).toBe(saved)

      // Or kept: in the view, or as another one.
      await column(page, 'Total').getByRole('button', { name: 'Total' }).first().click()
      await page.getByRole('button', { name: 'Update', exact: true }).click()
      await page.getByText('View “Paid ones” updated').waitFor()
      await currentTab(page).getByText('changed').waitFor({ state: 'detached' })
      if (isLongRun) await page.reload()
      await column(page, 'Total').waitFor()
      expect(await column(page, 'Total').getAttribute('aria-sort')).toBe('ascending')
      await choose(page, 'Save as a new view')
      await save(page, 'Another')
      await choose(page, 'Move left')
      await expect
        .poll(async () => (await tabs(page).getByRole('button').allTextContents()).slice(-2))
        .toEqual(['Another', 'Paid ones'])

      await choose(page, 'Rename')
      const renaming = page.getByRole('dialog', { name: 'Rename view' })
      await renaming.getByRole('textbox', { name: 'Name' }).fill('Paid ones')
      await renaming.getByRole('button', { name: 'Save' }).click()
      await renaming.getByText('Another view has this name already.').waitFor()
      await renaming.getByRole('textbox', { name: 'Name' }).fill('Renamed')
      await renaming.getByRole('button', { name: 'Save' }).click()
      await findTab(page, 'Renamed').waitFor()

      await choose(page, 'Delete')
      await page.getByText('View “Renamed” deleted').waitFor()
      await findTab(page, 'Renamed').waitFor({ state: 'detached' })
      await page.keyboard.press('z')
      await currentTab(page).getByText('Renamed').waitFor()
      expect(await column(page, 'Total').getAttribute('aria-sort')).toBe('ascending')
      expect((await tabs(page).getByRole('button').allTextContents()).slice(-2)).toEqual([
        'Renamed',
        'Paid ones',
      ])
    },
  )

  longTest('are shared by managers only', async ({ openPage }) => {
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    const { page } = await openPage({ person })
    await page.goto(`${formatPath(shop, 'data/reviews')}?q=solid`)
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await dialog.getByText('Sharing needs the level manager.').waitFor()
    expect(await dialog.getByRole('checkbox').count()).toBe(0)
  })

  longTest(
    'show a colleague with fewer rights what they may see, and name the rest',
    async ({ openPage }) => {
      const author = await createPerson({ role: 'Manager', team: 'Operations', level: 'manager' })
      const { page } = await openPage({ person: author })
      await page.goto(
        `${customers}?filter=and(balance.greater_than.100,status.equal.active)&sort=-balance&cols=full_name,status,balance,birth_date`,
      )
      await page.getByRole('button', { name: 'Save view' }).click()
      const name = `Rich ${author.email}`
      await save(page, name, true)
      await column(page, 'Balance').waitFor()
      const address = page.url()

      const colleague = await createPerson({ role: 'Logistics', team: 'Operations' })
      const { page: other } = await openPage({ person: colleague })
      await other.goto(address)
      await column(other, 'Full name').waitFor()
      await currentTab(other).getByText(name).waitFor()
      await other.getByRole('table').getByRole('row').nth(3).waitFor()
      for (const gone of ['Balance', 'Birth date']) {
        expect(await column(other, gone).count()).toBe(0)
      }
      const parts = filters(other)
      await parts.getByText('Status is active').waitFor()
      await parts.getByText(/^Not available to you: balance/).waitFor()
      await parts.getByText('Column not available: balance').waitFor()
      await parts.getByText('Column not available: birth_date').waitFor()
      await parts.getByText('Sort not available: balance').waitFor()
      expect(await findAccessibilityProblems(other)).toEqual([])

      // They may change it for themselves, not for the team.
      expect(await other.getByRole('button', { name: 'Update', exact: true }).count()).toBe(0)
      await other.keyboard.press('v')
      await other.getByRole('menuitem', { name: 'Save as a new view' }).waitFor()
      expect(await other.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
      await other.keyboard.press('Escape')

      // One that is gone is named, and the list is shown without it.
      await choose(page, 'Delete')
      await page.getByText(`View “${name}” deleted`).waitFor()
      await other.reload()
      await filters(other).getByText('View not available').waitFor()
      await other.getByRole('table').getByRole('row').nth(3).waitFor()
      await filters(other).getByRole('button', { name: 'Remove the filter' }).click()
      await expect.poll(() => readSearch(other)).toBe('')
    },
  )

  longTest('of which one is the default are left by choosing all', async ({ openPage }) => {
    const { page } = await openPage({ person: 'support' })
    await page.goto(formatPath(shop, 'data/reviews', 'Support'))
    await currentTab(page).getByText('Unhappy customers').waitFor()
    await filters(page).getByText('Rating is less than 3').waitFor()
    await findTab(page, 'All').click()
    await filters(page).waitFor({ state: 'detached' })
    expect(readSearch(page)).toBe('?view=0')
    await page.goBack()
    await currentTab(page).getByText('Unhappy customers').waitFor()
  })

  longTest(
    'and segments written in SQL are tabs, with counts of segments',
    async ({ openPage }) => {
      const person = await createPerson({ role: 'Auditor', team: 'Operations' })
      const { page } = await openPage({ person })
      const sent: string[] = []
      page.on('request', request => sent.push(`${request.url()} ${request.postData() ?? ''}`))
      await page.goto(customers)
      const segment = findTab(page, 'Two orders in a day')
      await segment.getByText(/^\d+$/).waitFor()
      const count = Number(await segment.getByText(/^\d+$/).textContent())
      expect(count).toBeGreaterThan(0)
      await segment.click()
      await page.getByText(new RegExp(`^${count} records?$`)).waitFor()
      // Those that do not fit are in the menu; the current one is always a tab.
      await page.setViewportSize({ width: 700, height: 800 })
      await currentTab(page).getByText('Two orders in a day').waitFor()
      await page.getByRole('button', { name: /^\d+ more/ }).click()
      await page.getByRole('menuitemradio', { name: 'All' }).click()
      await currentTab(page).getByText('All').waitFor()
      await segment.waitFor({ state: 'detached' })
      expect(sent.filter(text => text.includes('group by'))).toEqual([])
    },
  )

  longTest(
    'are found in the palette, which opens records in a tab or a peek',
    async ({ openPage }) => {
      const { page } = await openPage({ person: 'auditor' })
      await page.goto(customers)
      await tabs(page).waitFor()
      const search = async (text: string) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox').fill(text)
      }
      const option = (name: RegExp) => page.getByRole('option', { name })
      await search('>')
      await option(/Change the theme/).waitFor()
      expect(await option(/Customers/).count()).toBe(0)
      await page.keyboard.press('Escape')

      await search('#large, not')
      await option(/Large, not paid.*view of Orders/).waitFor()
      await page.keyboard.press('Enter')
      await currentTab(page).getByText('Large, not paid').waitFor()

      await search('ORD-001990')
      await option(/ORD-001990/).waitFor()
      const opening = page.context().waitForEvent('page')
      await page.keyboard.press('Control+Enter')
      const opened = await opening
      await opened.getByRole('heading', { name: 'ORD-001990' }).waitFor()
      await opened.close()
      await page.keyboard.press('Alt+Enter')
      await page.getByRole('complementary').getByText('ORD-001990').first().waitFor()
      expect(readSearch(page)).toMatch(/^\?peek=\d+$/)
    },
  )

  longTest.for(looks)('break no rule of accessibility: %s', async ([, look], { openPage }) => {
    const { page } = await openPage({ ...look, person: 'colleague' })
    await page.goto(`${orders}?filter=status.equal.paid`)
    await tabs(page).waitFor()
    await page.getByText('ORD-').first().waitFor()
    await page.keyboard.press('v')
    await page.getByRole('menu').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Save as a view' }).click()
    await page.getByRole('dialog', { name: 'Save view' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
})
