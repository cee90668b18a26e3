import { randomInt, randomUUID } from 'node:crypto'
import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openAgentClient } from './support/agent-client.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { findShopPlace } from './support/find-place.js'
import { describePanel, type Fixtures, longTest, shop, test } from './support/panel-test.js'
import { findPerson } from './support/people.js'
import { formatPath } from './support/place.js'

interface Document {
  readonly data: {
    readonly id: string
    readonly attributes: Readonly<Record<string, unknown>>
    readonly relationships?: Readonly<Record<string, { readonly data?: { readonly id: string } }>>
  }
}

async function createProduct() {
  const client = await openAgentClient(await findPerson('manager'), await findShopPlace())
  const mark = randomUUID().slice(0, 8)
  const { status, body } = await client.send<Document>('POST', '/products', {
    data: {
      type: 'products',
      attributes: {
        sku: `SKU-${randomInt(10_000, 49_999)}`,
        name: `Shared ${mark}`,
        price: 10,
        stock: 5,
      },
      relationships: { supplier: { data: { type: 'suppliers', id: '1' } } },
    },
  })
  expect([status, body]).toEqual([200, expect.anything()])
  const { id } = body.data
  return {
    id,
    name: `Shared ${mark}`,
    read: async () => (await client.send<Document>('GET', `/products/${id}`)).body.data,
    change: async (attributes: object) => {
      const data = { id, type: 'products', attributes }
      expect((await client.send('PUT', `/products/${id}`, { data })).status).toBe(200)
    },
  }
}

async function openForm(page: Page, { id, name }: { readonly id: string; readonly name: string }) {
  await page.goto(formatPath(shop, `data/products/${id}`))
  await page.getByRole('heading', { name }).waitFor()
  await page.keyboard.press('e')
  await page.getByLabel('Stock', { exact: true }).waitFor()
}

const save = async (page: Page) => {
  await page.keyboard.press('Control+s')
}

const saved = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(`${name} is saved`).waitFor()

type Product = Awaited<ReturnType<typeof createProduct>>

/** Opens the form of a product as somebody else, who changes it there. */
async function openColleague(openPage: Fixtures['openPage'], product: Product) {
  const { page } = await openPage({ person: 'colleague' })
  await openForm(page, product)
  let isOpen = true
  return async (values: { readonly stock: number; readonly price?: number }) => {
    if (!isOpen) await openForm(page, product)
    isOpen = false
    await page.getByLabel('Stock', { exact: true }).fill(`${values.stock}`)
    if (values.price) await page.getByLabel('Price', { exact: true }).fill(`${values.price}`)
    await save(page)
    await saved(page, product.name)
  }
}

describePanel('two people who edit one record', () => {
  longTest('do not meet while they change different fields', async ({ openPage }) => {
    const product = await createProduct()
    const [{ page: ours }, { page: theirs }] = await Promise.all([
      openPage({ person: 'manager' }),
      openPage({ person: 'colleague' }),
    ])
    await openForm(ours, product)
    await openForm(theirs, product)
    await theirs.getByLabel('Price', { exact: true }).fill('11')
    await save(theirs)
    await saved(theirs, product.name)
    await ours.getByLabel('Stock', { exact: true }).fill('6')
    await save(ours)
    await saved(ours, product.name)
    expect((await product.read()).attributes).toMatchObject({ price: 11, stock: 6 })
  })

  test('decide field by field when they change the same one', async ({ openPage }) => {
    const product = await createProduct()
    const { page: ours, problems } = await openPage({ person: 'manager' })
    problems.allow(/status of 409/)
    await openForm(ours, product)
    // In `npm test`, what others do comes past the panel.
    const change = isLongRun ? await openColleague(openPage, product) : product.change
    await change({ stock: 7, price: 12 })

    await ours.getByLabel('Stock', { exact: true }).fill('8')
    await ours.getByLabel('Price', { exact: true }).fill('13')
    await save(ours)
    const question = ours.getByRole('dialog', { name: 'Somebody else changed this' })
    const stock = question.getByRole('group', { name: 'Stock' })
    await stock.getByText('8').waitFor()
    expect(await stock.getByRole('radio', { name: /theirs/ }).isChecked()).toBe(true)
    await stock
      .getByRole('radio', { name: /theirs/ })
      .and(ours.locator(':focus'))
      .waitFor()
    expect(await stock.textContent()).toMatch(/7.*8.*5/)
    expect(await findAccessibilityProblems(ours, everyRun)).toEqual([])
    await stock.getByRole('radio', { name: /yours/ }).check()
    await question.getByRole('button', { name: 'Apply' }).click()
    await saved(ours, product.name)
    expect((await product.read()).attributes).toMatchObject({ price: 12, stock: 8 })

    // What others did since is not taken back by an undo.
    await change({ stock: 9 })
    await ours.keyboard.press('z')
    const notifications = ours.getByRole('region', { name: 'Notifications' })
    await notifications.getByText('This could not be taken back').waitFor()
    expect((await product.read()).attributes).toMatchObject({ stock: 9 })
  })

  longTest('meet in a relation too', async ({ openPage }) => {
    const product = await createProduct()
    const [{ page: ours, problems }, { page: theirs }] = await Promise.all([
      openPage({ person: 'manager' }),
      openPage({ person: 'colleague' }),
    ])
    problems.allow(/status of 409/)
    await openForm(ours, product)
    await openForm(theirs, product)
    const pick = async (page: Page, at: number) => {
      const picker = page.getByRole('combobox', { name: 'Supplier' })
      await picker.click()
      await picker.fill('')
      const option = page.getByRole('option').nth(at)
      await option.waitFor()
      const title = (await option.textContent()) ?? ''
      await option.click()
      return title
    }
    await pick(theirs, 1)
    await save(theirs)
    await saved(theirs, product.name)
    const after = (await product.read()).relationships?.supplier?.data?.id
    await pick(ours, 2)
    await save(ours)
    const question = ours.getByRole('dialog', { name: 'Somebody else changed this' })
    await question.getByRole('group', { name: 'Supplier' }).waitFor()
    await question.getByRole('button', { name: 'Apply' }).click()
    await question.waitFor({ state: 'hidden' })
    expect((await product.read()).relationships?.supplier?.data?.id).toBe(after)
    expect(after).not.toBe('1')
  })
})
