import { randomInt, randomUUID } from 'node:crypto'
import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openAgentClient } from './support/agent-client.js'
import { askService } from './support/ask-service.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { findShopPlace } from './support/find-place.js'
import { describePanel, journey, longTest, shop, test } from './support/panel-test.js'
import { findPerson, type PersonName } from './support/people.js'
import { formatPath } from './support/place.js'

interface Document {
  readonly data: { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> }
}

/** A record of the test's own, made and changed by the manager. */
async function createRecord(collection: string, attributes: object, relationships?: object) {
  const client = await openAgentClient(await findPerson('manager'), await findShopPlace())
  const { status, body } = await client.send<Document>('POST', `/${collection}`, {
    data: { type: collection, attributes, ...(relationships && { relationships }) },
  })
  expect([status, body]).toEqual([200, expect.anything()])
  const { id } = body.data
  return {
    id,
    change: async (values: object) => {
      const { status } = await client.send('PUT', `/${collection}/${id}`, {
        data: { id, type: collection, attributes: values },
      })
      expect(status).toBe(200)
    },
    read: async () => (await client.send<Document>('GET', `/${collection}/${id}`)).body.data,
  }
}

const createProduct = () =>
  createRecord(
    'products',
    {
      sku: `SKU-${randomInt(50_000, 99_999)}`,
      name: `Timed ${randomUUID().slice(0, 8)}`,
      price: 10,
      stock: 5,
    },
    { supplier: { data: { type: 'suppliers', id: '1' } } },
  )

const createCustomer = () => {
  const mark = randomUUID().slice(0, 8)
  return createRecord('customers', {
    first_name: 'Timed',
    last_name: mark,
    email: `timed-${mark}@example.com`,
    birth_date: '1980-01-02',
  })
}

const wide = { viewport: { width: 1400, height: 900 } }

const open = async (page: Page, screen: string, team?: string) => {
  await page.goto(formatPath(shop, `data/${screen}`, team))
  return page.getByRole('complementary', { name: 'Timeline' })
}

/** Waits until the entries of what was done have arrived at the service. */
async function waitForActivity(collection: string, id: string, count: number) {
  const person = await findPerson('manager')
  const { environmentPath } = await findShopPlace()
  const path = `${environmentPath}/records/${collection}/${id}/activity?limit=100`
  await expect
    .poll(async () => (await askService<{ data: unknown[] }>(person, 'GET', path)).data.length)
    .toBe(count)
}

describePanel('the timeline of a record', () => {
  test('has each event once, in order, with the values before and after', async ({ openPage }) => {
    const product = await createProduct()
    await product.change({ stock: 6 })
    await product.change({ stock: 7, price: 12 })
    const { environmentPath } = await findShopPlace()
    await askService(await findPerson('manager'), 'POST', `${environmentPath}/notes`, {
      title: 'Count again',
      content: 'Count again',
      collectionName: 'products',
      recordId: product.id,
    })
    await waitForActivity('products', product.id, 4)
    const { page } = await openPage({ person: 'manager', ...wide })
    const timeline = await open(page, `products/${product.id}`)
    const events = timeline.locator('[data-event]')
    await expect.poll(() => events.count()).toBe(4)
    const kinds = await events.evaluateAll(all => all.map(each => each.getAttribute('data-event')))
    expect(kinds).toEqual(['note', 'change', 'change', 'change'])
    const labels = await timeline
      .locator('[data-event=change] > article')
      .evaluateAll(all => all.map(each => each.getAttribute('aria-label')))
    expect(labels).toEqual([
      expect.stringMatching(/ changed 2 fields$/),
      expect.stringMatching(/ changed Stock$/),
      expect.stringMatching(/ created the record$/),
    ])
    expect(await events.nth(2).locator('dd').innerText()).toMatch(/5\s*.*6/s)
    expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
    await timeline.getByText('Changes', { exact: true }).click()
    await expect.poll(() => events.count()).toBe(3)
    await timeline.getByText('Actions', { exact: true }).click()
    await timeline.getByText('Nothing has happened yet').waitFor()
  })

  journey('restores a value, and takes it back', async ({ openPage }) => {
    const product = await createProduct()
    await product.change({ stock: 6, price: 12 })
    const { page } = await openPage({ person: 'manager', ...wide })
    const timeline = await open(page, `products/${product.id}`)
    await timeline.getByRole('button', { name: /^Restore what was before/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore the values from before' })
    await dialog.getByText('Will change').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Restore 2 fields' }).click()
    const toast = page.getByRole('region', { name: 'Notifications' })
    await toast.getByText(/2 fields of Timed .* restored/).waitFor()
    expect((await product.read()).attributes).toMatchObject({ stock: 5, price: 10 })
    await timeline.getByText(/took back a change/).waitFor()
    await page.keyboard.press('Control+z')
    await toast.getByText(/Restore of Timed/).waitFor()
    expect((await product.read()).attributes).toMatchObject({ stock: 6, price: 12 })
  })

  longTest('reports what changed since, and does not overwrite it', async ({ openPage }) => {
    const product = await createProduct()
    await product.change({ stock: 6, price: 12 })
    await product.change({ price: 13 })
    const { page } = await openPage({ person: 'manager', ...wide })
    const timeline = await open(page, `products/${product.id}`)
    await timeline
      .getByRole('article', { name: /changed 2 fields/ })
      .getByRole('button', { name: /^Restore what was before/ })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Changed since: stays as it is').waitFor()
    await dialog.getByRole('button', { name: 'Restore 1 field' }).click()
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/1 field of Timed/)
      .waitFor()
    expect((await product.read()).attributes).toMatchObject({ stock: 5, price: 13 })
    // The state of its creation, while somebody changes the price again.
    await timeline
      .getByRole('article', { name: /created the record/ })
      .getByRole('button', { name: /^State at/ })
      .click()
    await dialog.getByText('Will change').waitFor()
    await product.change({ price: 14 })
    await dialog.getByRole('button', { name: 'Restore 1 field' }).click()
    await page.getByText('Changed meanwhile, and kept: Price').waitFor()
    expect((await product.read()).attributes).toMatchObject({ stock: 5, price: 14 })
  })

  longTest(
    'is read in the peek only when it is opened, and is a tab on a phone',
    async ({ openPage }) => {
      const product = await createProduct()
      const { page } = await openPage({ person: 'manager', ...wide })
      const asked: string[] = []
      page.on('request', request => {
        const isAsked = /_audit-trail|\/activity\?/.test(`${request.url()} ${request.postData()}`)
        if (isAsked) asked.push(request.url())
      })
      await page.goto(formatPath(shop, `data/products?peek=${product.id}`))
      const button = page.getByRole('button', { name: 'Timeline' })
      await button.waitFor()
      expect(asked).toEqual([])
      await button.click()
      await page.getByRole('article', { name: /created the record/ }).waitFor()
      expect(asked).not.toEqual([])
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(formatPath(shop, `data/products/${product.id}`))
      await page.getByRole('link', { name: 'Timeline' }).click()
      await page.getByRole('article', { name: /created the record/ }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
    },
  )
})

/** What each role may see of a customer whose birth date was changed. */
const readers: Readonly<Partial<Record<PersonName, readonly [team: string, sees: boolean]>>> = {
  manager: ['Operations', true],
  auditor: ['Operations', true],
  accounting: ['Finance', true],
  logistics: ['Warehouse', false],
}

/** The short run takes one who does not see the birth date: above, the manager sees what was changed. */
const chosen = Object.entries(readers).slice(isLongRun ? 0 : 3)

describePanel('the timeline for each role', () => {
  test.for(chosen)('%s sees what they may read', async ([name, [team, sees]], { openPage }) => {
    const customer = await createCustomer()
    await customer.change({ birth_date: '1981-03-04', last_name: 'Renamed' })
    await customer.change({ birth_date: '1982-05-06' })
    await waitForActivity('customers', customer.id, 3)
    const { page } = await openPage({ person: name as PersonName, ...wide })
    const timeline = await open(page, `customers/${customer.id}`, team)
    await timeline.getByText(/changed (2 fields|Last name)/).waitFor()
    await expect.poll(() => timeline.locator('[data-event]').count()).toBe(3)
    const text = await timeline.innerText()
    expect([/Birth date/.test(text), /1981/.test(text)]).toEqual([sees, sees])
    const mayRestore = name === 'manager' || name === 'accounting'
    const buttons = timeline.getByRole('button', { name: /^(Restore|State)/ })
    expect((await buttons.count()) > 0).toBe(mayRestore)
    if (mayRestore) return
    // Nor does the record offer to change it.
    expect(await page.getByRole('button', { name: /^Edit/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'More for this record' }).click()
    await page.getByRole('menuitem', { name: 'Copy the link' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /Delete|Duplicate/ }).count()).toBe(0)
  })

  longTest('shows nothing of a record out of scope', async ({ openPage }) => {
    const customer = await createCustomer()
    await customer.change({ last_name: 'Hidden' })
    const { page, problems } = await openPage({ person: 'support', ...wide })
    problems.allow(/status of 404/)
    const timeline = await open(page, `customers/${customer.id}`, 'Support')
    await page.getByText('This record does not exist').waitFor()
    expect(await timeline.count()).toBe(0)
  })
})
