import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { largeTable } from './support/agents/large-table.js'
import { tableNames } from './support/agents/many-tables.js'
import { findAccessibilityProblems } from './support/axe.js'
import { describePanel, longTest, test } from './support/panel-test.js'
import { formatPath } from './support/place.js'
import { refusePicture } from './support/refuse-picture.js'

/** Waits for a row of a list by what one of its cells says. */
const waitForRow = (page: Page, text: string) =>
  page.getByRole('table').getByRole('row').filter({ hasText: text }).first().waitFor()

describePanel('a database of three hundred tables and no layout', () => {
  longTest(
    'opens, finds a collection in the navigation and in the palette',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Many tables')
      const { page } = await openPage({ person: 'manager' })
      await page.goto(formatPath(place))
      const navigation = page.getByRole('navigation')
      const collections = navigation.locator('a[href*="/data/"]')
      await collections.first().waitFor()
      expect(await collections.count()).toBe(tableNames.length)
      await page.getByRole('searchbox', { name: 'Find a collection' }).fill('leads')
      expect(await collections.count()).toBe(
        tableNames.filter(name => name.includes('leads')).length,
      )
      await navigation
        .getByRole('link', { name: /^CRM leads|^Crm leads|^Leads/ })
        .first()
        .click()
      await waitForRow(page, 'First of')
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('support tasks')
      await page.getByRole('option', { name: /tasks/i }).first().click()
      await waitForRow(page, 'First of support_tasks')
    },
  )
})

describePanel('a database without tables', () => {
  longTest('says so', async ({ openPage, openPlace }) => {
    const place = await openPlace('No tables')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place))
    await page.getByText('No collections yet').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
})

describePanel('documents', () => {
  longTest('are listed, searched and opened', async ({ openPage, openPlace }) => {
    const place = await openPlace('Documents')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, 'data/books'))
    await waitForRow(page, 'Book 120')
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('Book 007')
    await waitForRow(page, 'Book 007')
    await page.getByRole('row').filter({ hasText: 'Book 120' }).waitFor({ state: 'detached' })
    await page.getByRole('table').getByText('Book 007').first().click()
    await page.getByText('House').first().waitFor()
  })
})

describePanel('every column type', () => {
  test('is shown in the list and on the record, with a value and without', async ({
    openPage,
    openPlace,
  }) => {
    const place = await openPlace('Every type')
    const { page, problems } = await openPage({ person: 'manager' })
    await refusePicture(page, problems)
    await page.goto(formatPath(place, 'data/every_type'))
    await waitForRow(page, 'All of them')
    await waitForRow(page, 'None of them')
    for (const id of isLongRun ? ['1', '2'] : ['2']) {
      await page.goto(formatPath(place, `data/every_type/${id}`))
      await page
        .getByRole('heading', { name: id === '1' ? 'All of them' : 'None of them' })
        .waitFor()
      expect(await page.getByText('x-secret-x').count()).toBe(0)
      expect(await findAccessibilityProblems(page)).toEqual([])
    }
  })

  longTest('keeps numbers that JavaScript cannot hold', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every type')
    const { page, problems } = await openPage({ person: 'manager' })
    await refusePicture(page, problems)
    await page.goto(formatPath(place, 'data/every_type/1'))
    await page.getByText('9,007,199,254,740,993').waitFor()
  })
})

describePanel('awkward values', () => {
  const names = [
    ...['before Christ', 'beyond every calendar', 'far away', 'forty digits', 'not numbers'],
    ...['markup', 'a link that runs', 'right to left', 'a long text', 'five megabytes'],
    'nothing where something must be',
  ]

  test('are listed, all columns shown', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every type')
    const { page } = await openPage({ person: 'manager' })
    const columns = 'name,required_text,a_date,a_timestamptz,a_numeric,a_double,a_text'
    await page.goto(`${formatPath(place, 'data/awkward_values')}?cols=${columns}`)
    for (const name of names) await waitForRow(page, name)
    expect(await page.locator('img[src=x]').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'javascript:' }).count()).toBe(0)
  })

  longTest('open as records', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every type')
    const { page } = await openPage({ person: 'manager' })
    for (const [index, name] of names.entries()) {
      await page.goto(formatPath(place, `data/awkward_values/${index + 1}`))
      await page.getByRole('heading', { name }).waitFor()
      // A tab that is frozen answers nothing.
      expect(await page.evaluate(() => document.title)).not.toBe('')
    }
  })
})

describePanel('composite keys', () => {
  longTest(
    'open from the list, by their link, and from what refers to them',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every type')
      const { page } = await openPage({ person: 'manager' })
      for (const name of ['Paris', 'With a bar', 'With a slash']) {
        await page.goto(formatPath(place, 'data/regions'))
        await page.getByRole('table').getByText(name).click()
        await page.getByRole('complementary').getByText(name).first().waitFor()
        await page.getByRole('link', { name: 'Open as a page' }).click()
        await page.getByRole('heading', { name }).waitFor()
        await page.reload()
        await page.getByRole('heading', { name }).waitFor()
      }
      await page.goto(formatPath(place, 'data/shops'))
      await page.getByRole('table').getByRole('link', { name: 'With a bar' }).click()
      await page.getByRole('heading', { name: 'With a bar' }).waitFor()
    },
  )
})

describePanel('collections that offer less', () => {
  test('a view can only be read, and a list without a count says how many rows are loaded', async ({
    openPage,
    openPlace,
  }) => {
    const place = await openPlace('Every type')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, 'data/totals'))
    await waitForRow(page, 'FR')
    expect(await page.getByRole('button', { name: /^New/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^(Edit|Delete|Duplicate)/ }).count()).toBe(0)

    await page
      .getByRole('navigation', { name: 'Collections' })
      .getByRole('link', { name: 'Uncounted', exact: true })
      .click()
    await waitForRow(page, 'Uncounted')
    await page.getByText('100 loaded').waitFor()
    await page.getByRole('table').press('End')
  })

  longTest('an empty table says so', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every type')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, 'data/empty_table'))
    await page.getByText('No records yet').waitFor()
  })
})

describePanel('a table of forty columns', () => {
  longTest('opens', async ({ openPage, openPlace }) => {
    const place = await openPlace('Large table')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, `data/${largeTable.name}`))
    await waitForRow(page, 'Measurement')
  })
})
