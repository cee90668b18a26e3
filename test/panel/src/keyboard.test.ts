import { randomUUID } from 'node:crypto'
import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openAgentClient } from './support/agent-client.js'
import { findShopPlace } from './support/find-place.js'
import { holdCode } from './support/hold-code.js'
import { describePanel, journey, longTest, shop } from './support/panel-test.js'
import { createPerson, findPerson } from './support/people.js'
import { formatPath } from './support/place.js'

const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement === document.body ? 'nowhere' : (activeElement?.tagName ?? 'nowhere')
  })

describePanel('by the keyboard alone', () => {
  journey('somebody signs in, finds, filters, selects and opens records', async ({ openPage }) => {
    const { page } = await openPage()
    const { keyboard } = page
    // Somebody else's last place may be one without orders by now.
    const { email, password } = await createPerson({ role: 'Manager', team: 'Operations' })
    await page.goto(`/sign-in?returnTo=${encodeURIComponent(formatPath(shop))}`)
    await keyboard.press('Tab')
    await page.getByLabel('E-mail address').focus()
    await keyboard.type(email)
    await keyboard.press('Tab')
    await keyboard.type(password)
    await keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Collections' }).getByRole('link').first().waitFor()

    await keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await keyboard.type('orders')
    await page
      .getByRole('option', { name: /orders/i })
      .first()
      .waitFor()
    await keyboard.press('Enter')
    const table = page.getByRole('table', { name: 'Orders' })
    await table.getByText('ORD-').first().waitFor()

    await keyboard.press('j')
    await focusedRow(page, 0).waitFor()
    await keyboard.press('j')
    await focusedRow(page, 1).waitFor()
    await keyboard.press('Space')
    const peek = page.getByRole('complementary')
    await peek.getByText('Delivery address').waitFor()
    await keyboard.press('j')
    await keyboard.press('Escape')
    await peek.waitFor({ state: 'detached' })
    expect(await describeFocus(page)).not.toBe('nowhere')

    await keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await keyboard.press('Escape')
    await page.getByText('1 selected').waitFor({ state: 'detached' })

    await keyboard.press('/')
    await keyboard.type('ORD-001777')
    await keyboard.press('Enter')
    await table.getByText('ORD-001777').waitFor()
    await table.getByText('ORD-002000').waitFor({ state: 'detached' })
    // Leaving the box keeps the search.
    await keyboard.press('Escape')
    await page.getByText('1 record', { exact: true }).waitFor()

    await keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' })

    await keyboard.press('f')
    await page.getByRole('button', { name: 'Apply' }).waitFor()
    expect(await describeFocus(page)).not.toBe('nowhere')
    await keyboard.press('Escape')
    await page.getByRole('button', { name: 'Apply' }).waitFor({ state: 'detached' })

    await keyboard.press('j')
    await keyboard.press('o')
    await page.getByRole('heading', { level: 1, name: /ORD-/ }).waitFor()
    // The keys of the browser itself cannot be pressed here.
    await page.goBack()
    await table.getByText('ORD-001777').waitFor()
    if (!isLongRun) return
    const opening = page.context().waitForEvent('page')
    await keyboard.press('Control+Enter')
    await (await opening).waitForURL(/\/data\/orders\/1777/)
  })

  longTest('somebody types faster than the code is loaded', async ({ openPage }) => {
    const { page } = await openPage({ person: 'auditor' })
    const { keyboard } = page
    const releasePalette = await holdCode(page, 'palette')
    const releaseHelp = await holdCode(page, 'help')
    await page.goto(formatPath(shop, 'data/orders'))
    await page.getByRole('table').getByText('ORD-').first().waitFor()

    // What is given up before it is there does not come later.
    const help = page.waitForResponse('**/app/assets/help-*.js')
    await keyboard.press('?')
    await keyboard.press('j')
    await keyboard.press('Escape')
    await keyboard.press('j')
    await focusedRow(page, 0).waitFor()
    releaseHelp()
    await (await help).finished()

    // What is typed goes to what was opened, and to nothing behind it.
    await keyboard.press('Control+k')
    await keyboard.type('#products')
    await keyboard.press('Enter')
    expect(await page.getByRole('combobox').count()).toBe(0)
    releasePalette()
    await page.getByRole('table', { name: 'Products' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)

    // The same before the popup has the focus; records that are found later change nothing of it.
    const last_name = `K${randomUUID().slice(0, 8)}`
    const email = `${last_name}@example.com`
    const attributes = { first_name: 'Orders', last_name, email, balance: 0 }
    const agent = await openAgentClient(await findPerson('manager'), await findShopPlace())
    await agent.send('POST', '/customers', { data: { type: 'customers', attributes } })
    await keyboard.press('Control+k')
    await keyboard.type('orders')
    await page.getByRole('option', { name: `Orders ${last_name}` }).waitFor()
    await keyboard.press('Enter')
    await page.getByRole('table', { name: 'Orders' }).waitFor()

    // G then a letter, which the help names; the rows follow the keys.
    await keyboard.press('?')
    const keys = page.getByRole('dialog').getByText('Go to Products').locator('xpath=..')
    const letters = (await keys.locator('.sr-only').innerText()).toLowerCase()
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const letter of letters.match(/[a-z]/g) ?? []) await keyboard.press(letter)
    await keyboard.press('j')
    await keyboard.press('j')
    await page.getByRole('table', { name: 'Products' }).waitFor()
    await focusedRow(page, 1).waitFor()
  })
})

const focusedRow = (page: Page, index: number) => page.locator(`tr[data-index="${index}"]:focus`)
