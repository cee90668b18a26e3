import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { findAccessibilityProblems } from './support/axe.js'
import { findShopPlace } from './support/find-place.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson, type Person } from './support/people.js'
import { formatPath } from './support/place.js'

const orders = formatPath(shop, 'data/orders')
const banner = (page: Page) => page.getByRole('region', { name: 'View as a role' })

const createAdmin = () => createPerson({ role: 'Manager', team: 'Operations', level: 'admin' })

/** Chooses a role in the palette, which opens the panel anew. */
async function startView(page: Page, role: string): Promise<void> {
  await page.getByRole('table').getByText('ORD-').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(`view as ${role}`)
  await page.getByRole('option', { name: `View as ${role}` }).waitFor()
  await page.keyboard.press('Enter')
  await banner(page).getByText(`You see this as ${role}. Read-only.`).waitFor()
}

/** The first rows with their columns; how many are drawn depends on the height of the table. */
async function readRows(page: Page): Promise<readonly string[]> {
  await page.getByRole('table').getByText('ORD-').first().waitFor()
  return (await page.getByRole('table').innerText()).split('\n').slice(0, 120)
}

const readNavigation = (page: Page) =>
  page.getByRole('navigation', { name: 'Collections' }).innerText()

const readStored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }))

describePanel('viewing the data as a role', () => {
  test('shows what the role sees, says so above everything, and leaves nothing behind', async ({
    openPage,
  }) => {
    const auditor = await openPage({ person: 'auditor' })
    await auditor.page.goto(orders)
    const theirs = await readRows(auditor.page)
    const { page } = await openPage({ person: await createAdmin() })
    await page.goto(orders)
    await startView(page, 'Auditor')
    expect(await banner(page).innerText()).toContain('15 minutes left')
    expect(await findAccessibilityProblems(page)).toEqual([])
    const stored = await readStored(page)
    if (isLongRun) await page.goto(orders)
    expect(await readRows(page)).toEqual(theirs)
    expect(await readNavigation(page)).toBe(await readNavigation(auditor.page))
    if (isLongRun) {
      // What only administrators have is gone, too.
      await page.goto(formatPath(shop, 'settings/roles'))
      await page.getByText('Only people with the level admin can open this.').waitFor()
    }
    await banner(page).getByRole('button', { name: 'About this view' }).click()
    await page.getByText('dashboards and preferences are your own').waitFor()
    await page.keyboard.press('Escape')
    expect(await readStored(page)).toBe(stored)
    await banner(page).getByRole('button', { name: 'Leave' }).click()
    await banner(page).waitFor({ state: 'detached' })
    if (!isLongRun) return
    // The settings of the roles are back, and lead to the view as well; the menu of the account leads to them.
    await page.goto(formatPath(shop, 'inbox'))
    await page.getByRole('button', { name: /^Account of / }).click()
    await page.getByRole('menuitem', { name: 'View as a role…' }).click()
    await page.waitForURL(`**${formatPath(shop, 'settings/roles')}`)
    await page.getByRole('button', { name: /^View as / }).click()
    await banner(page).waitFor()
  })

  longTest('refuses every change, and the logs name the role', async ({ openPage }) => {
    const admin = await createAdmin()
    const { page, problems } = await openPage({ person: admin })
    problems.allow(/status of 403/)
    await page.goto(orders)
    await startView(page, 'Manager')
    await page.goto(formatPath(shop, 'data/orders/1985'))
    await page.getByText('Delivery address').first().waitFor()
    await page.keyboard.press('e')
    await page.getByLabel('Reference').first().fill('ORD-HACKED')
    await page.keyboard.press('Control+s')
    await page
      .getByText(/You see this as 'Manager', which is a read-only view/)
      .first()
      .waitFor()
    await expect.poll(() => readLogged(admin)).toEqual(['Manager'])
  })

  longTest('ends after its time, and goes on as oneself', async ({ openPage }) => {
    const { page } = await openPage({ person: await createAdmin() })
    await page.goto(orders)
    await startView(page, 'Auditor')
    await page.evaluate(() => {
      const name = 'panel role view'
      const view = JSON.parse(sessionStorage.getItem(name) ?? '{}')
      sessionStorage.setItem(name, JSON.stringify({ ...view, endsAt: Date.now() + 6_000 }))
    })
    await page.reload()
    await banner(page)
      .getByText(/seconds? left/)
      .waitFor()
    const end = page.getByRole('alertdialog', { name: 'The view as Auditor has ended' })
    await end.waitFor()
    expect(await page.getByText('ORD-').count()).toBe(0)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await end.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Account of / }).click()
    await page.getByRole('menuitem', { name: 'Edit layout' }).waitFor()
  })
})

interface Entries {
  readonly data: readonly { readonly viewedAsRole?: string }[]
}

/** The roles as which somebody read something, from the activity log. */
async function readLogged(admin: Person): Promise<readonly (string | undefined)[]> {
  const { environmentPath } = await findShopPlace()
  const query = `limit=100&userEmail=${encodeURIComponent(admin.email)}&recordId=1985`
  const path = `${environmentPath}/activity-logs?${query}`
  const { data } = await askService<Entries>(admin, 'GET', path)
  return [...new Set(data.map(({ viewedAsRole }) => viewedAsRole))]
}
