import { randomUUID } from 'node:crypto'
import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { findAccessibilityProblems } from './support/axe.js'
import { describePanel, journey, longTest, shop, test } from './support/panel-test.js'
import { findPerson } from './support/people.js'
import { formatPath } from './support/place.js'

interface Card {
  readonly name: string
  readonly definition: object
  readonly width?: number
}

const orders = { sourceCollectionName: 'orders', aggregator: 'Count' }
const kept = { field: 'status', operator: 'not_equal', value: 'pending' }

/** Orders of the range of the dashboard, in the currency of its filter. */
const inRange = {
  aggregator: 'and',
  conditions: [
    {
      aggregator: 'or',
      conditions: [
        { field: 'ordered_at', operator: 'equal', value: '{{range.from}}' },
        { field: 'ordered_at', operator: 'after', value: '{{range.from}}' },
      ],
    },
    { field: 'ordered_at', operator: 'before', value: '{{range.to}}' },
    { field: 'currency', operator: 'equal', value: '{{filters.currency}}' },
  ],
}

/** One of each kind. */
const cards: readonly Card[] = [
  { name: 'In range', definition: { type: 'Value', ...orders, filter: inRange }, width: 3 },
  {
    name: 'By month',
    definition: {
      type: 'Line',
      ...orders,
      filter: inRange,
      groupByFieldName: 'ordered_at',
      timeRange: 'Month',
    },
    width: 6,
  },
  {
    name: 'By status',
    definition: { type: 'Pie', ...orders, groupByFieldName: 'status' },
    width: 6,
  },
  {
    name: 'Target',
    definition: { type: 'Objective', ...orders, filter: kept, objective: 1_500 },
    width: 3,
  },
  {
    name: 'Best customers',
    definition: {
      type: 'Leaderboard',
      ...orders,
      sourceCollectionName: 'customers',
      labelFieldName: 'email',
      relationshipFieldName: 'orders',
      limit: 5,
    },
  },
  { name: 'Shipped', definition: { type: 'Percentage', apiRoute: '/_charts/shipped' }, width: 3 },
  {
    name: 'By quarter',
    definition: { type: 'Line', apiRoute: '/_charts/revenueByCurrency' },
    width: 6,
  },
  {
    name: 'Cities',
    definition: { type: 'Smart', smartRoute: '/_charts/customersByCity' },
    width: 6,
  },
]

/** What follows the range and the filter: definitions that name them, and code, which gets them. */
const concerned = [
  '/_charts/customersByCity',
  '/_charts/revenueByCurrency',
  '/_charts/shipped',
  '/stats/orders',
  '/stats/orders',
]

const broken: Card = {
  name: 'Broken',
  definition: { type: 'Value', ...orders, sourceCollectionName: 'gone' },
}

/** Creates a dashboard of the team and returns its path. */
async function createDashboard(content: readonly Card[]): Promise<string> {
  const manager = await findPerson('manager')
  // Other tests make environments, which may come first.
  const address = `/api/boot?address=${encodeURIComponent(formatPath(shop))}`
  const { place } = await askService<{ place: Record<string, number> }>(manager, 'GET', address)
  const team = `/api/projects/${place.projectId}/environments/${place.environmentId}/teams/${place.teamId}`
  const mark = randomUUID().slice(0, 8)
  const made = []
  for (const { name, definition, width = 4 } of content) {
    const body = { name: `${name} ${mark}`, definition }
    const { id } = await askService<{ id: number }>(manager, 'POST', `${team}/charts`, body)
    made.push({ chartId: id, width, height: 1 })
  }
  const filter = { name: 'currency', collectionName: 'orders', fieldName: 'currency' }
  const { id } = await askService<{ id: number }>(manager, 'POST', `${team}/dashboards`, {
    name: `Overview ${mark}`,
    range: { from: '2026-01-01', to: '2026-06-30' },
    filters: [{ ...filter, label: 'Currency' }],
    cards: made,
  })
  return formatPath(shop, `dashboards/${id}`)
}

const findCard = (page: Page, name: string) =>
  page.getByRole('article', { name: new RegExp(`^${name} `) })

/** The charts that the page asked for, one list for each request to the agent. */
function watchCharts(page: Page): () => readonly (readonly string[])[] {
  let sent: string[][] = []
  page.on('request', request => {
    if (!request.url().endsWith('/_batch')) return
    const { requests } = request.postDataJSON() as { requests: readonly { path: string }[] }
    const charts = requests
      .map(({ path }) => path)
      .filter(path => /^\/(stats|_charts)\//.test(path))
    if (charts.length > 0) sent.push(charts.sort())
  })
  return () => {
    const taken = sent
    sent = []
    return taken
  }
}

async function waitForCharts(page: Page): Promise<void> {
  for (const { name } of cards) {
    await findCard(page, name)
      .getByRole('button', { name: 'Show as a table' })
      .or(findCard(page, name).getByRole('table'))
      .first()
      .waitFor()
  }
}

describePanel('dashboards', () => {
  test('draw every kind of chart, ask for each once, and again only where something changed', async ({
    openPage,
  }) => {
    const path = await createDashboard(cards)
    const { page } = await openPage({ person: 'auditor' })
    const takeCharts = watchCharts(page)
    await page.goto(path)
    await waitForCharts(page)
    await page.getByText(/^as of \d\d:\d\d$/).waitFor()
    const others = ['/stats/customers', '/stats/orders', '/stats/orders']
    expect(takeCharts()).toEqual([[...concerned, ...others].sort()])

    // The same numbers are a table, also for screen readers.
    const rows: Record<string, number> = {}
    const tables = { 'In range': 1, 'By month': 6, 'By status': 5, Target: 1 }
    const counted = { ...tables, 'Best customers': 5, Shipped: 1 }
    for (const { name } of isLongRun ? cards.slice(0, 7) : cards.slice(1, 2)) {
      const card = findCard(page, name)
      await card.hover()
      await card.getByRole('button', { name: 'Show as a table' }).click()
      rows[name] = (await card.getByRole('table').getByRole('row').count()) - 1
      await card.getByRole('button', { name: 'Show as a table' }).click()
    }
    expect(rows).toMatchObject(isLongRun ? counted : { 'By month': counted['By month'] })
    await findCard(page, 'By month')
      .getByRole('img', { name: /January 2026 – June 2026/ })
      .waitFor()
    await findCard(page, 'By quarter').getByText('EUR').first().waitFor()
    await findCard(page, 'Cities').getByRole('cell', { name: 'Osaka' }).waitFor()

    // A range is in the address, and only the cards that use it ask again.
    const value = () => findCard(page, 'In range').getByRole('link').textContent()
    const before = await value()
    await page.getByRole('combobox', { name: 'Range' }).selectOption('All time')
    await expect.poll(value).not.toBe(before)
    expect(takeCharts()).toEqual([concerned])
    expect(new URL(page.url()).search).toBe('?range=all_time')
    await page.goBack()
    await expect.poll(value).toBe(before)
    // What is known already is not asked for.
    expect(takeCharts()).toEqual([])
    await page.getByRole('textbox', { name: 'Currency' }).fill('EUR')
    await page.keyboard.press('Enter')
    await expect.poll(value).not.toBe(before)
    expect(takeCharts()).toEqual([concerned])

    await page.getByRole('button', { name: 'Refresh all charts' }).click()
    await expect.poll(() => takeCharts().map(charts => charts.length)).toEqual([8])
    await waitForCharts(page)
  })

  journey('lead from each mark to exactly the records that it counts', async ({ openPage }) => {
    const path = await createDashboard(cards)
    const { page } = await openPage({ person: 'auditor' })
    await page.goto(path)
    const status = findCard(page, 'By status')
      .getByRole('listitem')
      .filter({ hasText: 'cancelled' })
    const count = await status.getByText(/^\d+$/).textContent()
    await status.getByRole('link').click()
    await page.getByText(new RegExp(`^${count} records$`)).waitFor()
    await page.getByRole('region', { name: 'Filters' }).getByText('Status is cancelled').waitFor()
    await page.goBack()

    // The bars are one stop of Tab; arrows go from one to the next.
    const months = findCard(page, 'By month').getByRole('link')
    await months.first().focus()
    await page.keyboard.press('ArrowRight')
    const name = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    const [, ordered] = /^February 2026: (\d+)\. Show the records$/.exec(name ?? '') ?? []
    expect(Number(ordered)).toBeGreaterThan(0)
    await page.keyboard.press('Enter')
    await page.getByText(new RegExp(`^${ordered} records$`)).waitFor()
    await page.goBack()

    if (!isLongRun) return
    const customer = findCard(page, 'Best customers').getByRole('link').first()
    const most = await customer.getByText(/^\d+$/).last().textContent()
    await customer.click()
    await page.getByText(new RegExp(`^${most} records$`)).waitFor()
  })

  longTest(
    'save a chart as CSV, and leave the others alone when one fails',
    async ({ openPage }) => {
      const path = await createDashboard([broken, ...cards])
      const { page } = await openPage({ person: 'manager' })
      const takeCharts = watchCharts(page)
      await page.goto(path)
      await waitForCharts(page)
      const failed = findCard(page, 'Broken')
      await failed.getByRole('alert').waitFor()
      takeCharts()
      await failed.getByRole('button', { name: 'Try again' }).click()
      await expect.poll(() => takeCharts()).toEqual([['/stats/gone']])

      const card = findCard(page, 'By status')
      await card.hover()
      const saving = page.waitForEvent('download')
      await card.getByRole('button', { name: 'Save as CSV' }).click()
      const stream = await (await saving).createReadStream()
      let text = ''
      for await (const piece of stream) text += piece
      expect(text).toMatch(/^Group,Value\r\n(?:\w+,\d+\r\n){5}$/)
    },
  )

  longTest('break no rule of accessibility, on a phone neither', async ({ openPage }) => {
    const path = await createDashboard([broken, ...cards])
    const { page } = await openPage({ person: 'colleague' })
    await page.goto(path)
    await waitForCharts(page)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 740 })
    const card = findCard(page, 'By month')
    await card.hover()
    await card.getByRole('button', { name: 'Show as a table' }).click()
    await card.getByRole('table').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(320)
  })

  longTest('of a record are on its page', async ({ openPage }) => {
    const { page } = await openPage({ person: 'auditor' })
    await page.goto(formatPath(shop, 'data/customers/2'))
    await page.getByRole('link', { name: 'Charts' }).click()
    const chart = page.getByRole('article', { name: 'Spending' })
    await chart.getByRole('button', { name: 'Show as a table' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/customers\/2\/~charts$/)
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
})
