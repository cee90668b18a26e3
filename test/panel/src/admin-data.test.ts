import { randomUUID } from 'node:crypto'
import { isLongRun } from '@service/test-support'
import { expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { findAccessibilityProblems } from './support/axe.js'
import { findShopPlace } from './support/find-place.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson } from './support/people.js'
import { formatPath } from './support/place.js'

/** The scope of the team shows the orders of one's currency. */
const createAdmin = () =>
  createPerson({ role: 'Manager', team: 'Finance', level: 'admin', tags: { currency: 'EUR' } })
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`

describePanel('settings of data', () => {
  longTest('a segment in SQL is tried, added, used, changed and deleted', async ({ openPage }) => {
    const { page, problems } = await openPage({ person: await createAdmin() })
    await page.goto(formatPath(shop, 'settings/segments', 'Finance'))
    const name = unique('Large')
    await page.getByRole('button', { name: 'Add a segment' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add a segment' })
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Collection').selectOption('orders')
    await form.getByLabel('Connection').selectOption('shop')
    const query = form.getByRole('textbox', { name: 'Query' })
    // What the database says about a wrong query is shown, and nothing is lost.
    problems.allow(/status of 422/)
    await query.click()
    await page.keyboard.type('select nothing from orders')
    await form.getByRole('button', { name: 'Test run' }).click()
    await expect.poll(() => form.getByRole('status').innerText()).toContain('nothing')
    await query.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('select id from orders where total > 1')
    await form.getByRole('button', { name: 'Test run' }).click()
    await expect.poll(() => form.getByRole('status').innerText()).toMatch(/\d+ records?/)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await form.getByRole('button', { name: 'Save the segment' }).click()
    await form.waitFor({ state: 'detached' })
    const row = page.getByRole('row').filter({ hasText: name })
    expect(await row.innerText()).toContain('Orders')

    await row.getByRole('button', { name: `Edit ${name}` }).click()
    const edit = page.getByRole('dialog', { name: `Edit ${name}` })
    await edit.getByLabel('Name').fill(`${name}!`)
    await edit.getByRole('button', { name: 'Save the segment' }).click()
    await edit.waitFor({ state: 'detached' })
    const changed = page.getByRole('row').filter({ hasText: `${name}!` })
    await changed.getByRole('button', { name: `Delete ${name}!` }).click()
    await page.getByRole('dialog').getByText('No view uses it.').waitFor()
    await page.getByRole('button', { name: 'Delete the segment' }).click()
    await changed.waitFor({ state: 'detached' })
  })

  test('actions without code write values or call an address', async ({ openPage }) => {
    const admin = await createAdmin()
    const { environmentPath } = await findShopPlace()
    const { page, problems } = await openPage({ person: admin })
    await page.goto(formatPath(shop, 'settings/codeless-actions', 'Finance'))
    const closing = unique('Close')
    await page.getByRole('button', { name: 'Add an action' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add an action' })
    const save = form.getByRole('button', { name: 'Save the action' })
    await form.getByLabel('Name').fill(closing)
    await form.getByLabel('Collection').selectOption('suppliers')
    await form.getByLabel('Field', { exact: true }).selectOption('name')
    expect(await findAccessibilityProblems(page)).toEqual([])
    await form.getByLabel('Value', { exact: true }).fill('closed')
    await save.click()
    await form.waitFor({ state: 'detached' })
    const row = page.getByRole('row').filter({ hasText: closing })
    expect(await row.innerText()).toContain('name = closed')

    if (!isLongRun) return
    // An address that the service does not accept is refused, and nothing is lost.
    problems.allow(/status of 400/)
    await row.getByRole('button', { name: `Edit ${closing}` }).click()
    const edit = page.getByRole('dialog', { name: `Edit ${closing}` })
    await edit.getByLabel('What it does').selectOption('webhook')
    await edit.getByLabel('Address').fill('http://hooks.example.com/secret')
    await edit.getByRole('button', { name: 'Save the action' }).click()
    await edit.getByRole('alert').getByText(/https/).waitFor()
    await edit.getByLabel('Address').fill('https://hooks.example.com/secret')
    await edit.getByRole('button', { name: 'Save the action' }).click()
    await edit.waitFor({ state: 'detached' })
    expect(await row.innerText()).toContain('hooks.example.com')
    const stored = await askService<{ readonly actions: readonly { readonly name: string }[] }>(
      admin,
      'GET',
      `${environmentPath}/customizations`,
    )
    expect(stored.actions.find(({ name }) => name === closing)).toEqual({
      name: closing,
      type: 'action',
      modelName: 'suppliers',
      configuration: {
        scope: 'single',
        type: 'webhook',
        configuration: { url: 'https://hooks.example.com/secret' },
      },
    })
    await row.getByRole('button', { name: `Delete ${closing}` }).click()
    await page.getByRole('button', { name: 'Delete the action' }).click()
    await row.waitFor({ state: 'detached' })
  })

  longTest(
    'what is refused names the rule, and leads administrators to it',
    async ({ openPage }) => {
      const { page, problems } = await openPage({ person: await createAdmin() })
      problems.allow(/status of 403/)
      const rule = { kind: 'collection', right: 'browse', collection: 'orders', role: 'Manager' }
      await page.route(/\/_batch$/, async route => {
        const requests = route.request().postDataJSON().requests as { id: string; path: string }[]
        if (!requests.some(({ path }) => path === '/orders')) return route.continue()
        const errors = [{ status: 403, code: 'forbidden', detail: 'No.', data: { rule } }]
        const lines = requests.map(({ id }) =>
          JSON.stringify({ id, status: 403, headers: {}, body: { errors } }),
        )
        return route.fulfill({
          status: 200,
          headers: { 'access-control-allow-origin': '*', 'content-type': 'application/x-ndjson' },
          body: `${lines.join('\n')}\n`,
        })
      })
      await page.goto(formatPath(shop, 'data/orders', 'Finance'))
      await page.getByText('Rule: the role Manager, the right “browse” on orders.').waitFor()
      await page.getByRole('link', { name: 'Open the settings of this rule' }).click()
      await page.getByRole('heading', { name: 'Roles' }).first().waitFor()
    },
  )
})
