import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAccessibilityProblems } from './support/axe.js'
import { looks } from './support/looks.js'
import { describePanel, journey, longTest, shop, test } from './support/panel-test.js'
import { formatPath } from './support/place.js'

const products = formatPath(shop, 'data/products')

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  return page.getByRole('dialog', { name: /^Export/ })
}

/** The lines of the file that the browser saves. */
async function saveFile(page: Page): Promise<readonly string[]> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await downloading
  return (await text(await file.createReadStream())).trimEnd().split('\n')
}

describePanel('exports', () => {
  journey('are what the list shows, saved by the browser itself', async ({ openPage }) => {
    const { page } = await openPage({ person: 'colleague' })
    await page.goto(`${products}?filter=id.less_than.4&sort=id&cols=sku,price`)
    const dialog = await openDialog(page)
    expect(await dialog.getByRole('checkbox', { name: /Safe for spreadsheets/ }).isChecked()).toBe(
      true,
    )
    const [header, first, ...others] = await saveFile(page)
    expect(header).toBe('SKU,Price')
    expect(first).toMatch(/^SKU-00001,/)
    expect(others).toHaveLength(2)
  })

  longTest(
    'have every field by name, and text as it is, when that is chosen',
    async ({ openPage }) => {
      const { page } = await openPage({ person: 'colleague' })
      await page.goto(`${products}?filter=id.less_than.3&sort=-id&cols=sku`)
      const dialog = await openDialog(page)
      await dialog.getByRole('radio', { name: /^Every field/ }).check()
      await dialog.getByRole('radio', { name: 'Names, for programs' }).check()
      await dialog.getByRole('checkbox', { name: /Safe for spreadsheets/ }).uncheck()
      const [header = '', first = '', ...others] = await saveFile(page)
      expect(header.split(',')).toEqual(expect.arrayContaining(['sku', 'name', 'supplier:name']))
      expect(first).toMatch(/^SKU-00002,/)
      expect(others).toHaveLength(1)
    },
  )

  longTest('are of the selected records only', async ({ openPage }) => {
    const { page } = await openPage({ person: 'colleague' })
    await page.goto(`${products}?filter=id.less_than.10&sort=id&cols=sku`)
    for (const id of ['SKU-00002', 'SKU-00004']) {
      await page.getByRole('row').filter({ hasText: id }).getByRole('checkbox').check()
    }
    const dialog = await openDialog(page)
    expect(await dialog.getByRole('radio', { name: 'The 2 selected records' }).isChecked()).toBe(
      true,
    )
    expect(await saveFile(page)).toEqual(['SKU', 'SKU-00002', 'SKU-00004'])
  })

  test('are refused with a sentence where the role may not export', async ({ openPage }) => {
    const { page } = await openPage({ person: 'logistics' })
    await page.goto(formatPath(shop, 'data/products', 'Warehouse'))
    const dialog = await openDialog(page)
    await dialog.getByText('Your role may not export Products').waitFor()
    expect(await dialog.getByRole('button', { name: 'Export', exact: true }).count()).toBe(0)
  })

  longTest.for(looks)('break no rule of accessibility: %s', async ([, look], { openPage }) => {
    const { page } = await openPage({ ...look, person: 'colleague' })
    await page.goto(products)
    await openDialog(page)
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
})
