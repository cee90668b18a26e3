import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createGate } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect, inject, vi } from 'vitest'
import { openAgentClient } from './support/agent-client.js'
import { largeColumns, largeTable } from './support/agents/large-table.js'
import { findShopPlace } from './support/find-place.js'
import { leaveOutNews } from './support/leave-out-news.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson, findPerson } from './support/people.js'
import { formatPath } from './support/place.js'
import { plant, readStored } from './support/read-stored.js'
import {
  countSteps,
  type Network,
  type SentRequest,
  watchNetwork,
} from './support/watch-network.js'
import { watchShifts } from './support/watch-shifts.js'
import { watchTable } from './support/watch-table.js'

const orders = formatPath(shop, 'data/orders')
const newestOrder = (page: Page) => page.getByRole('table').getByText('ORD-002000')

describePanel('requests', () => {
  test('from a cold address to rows are at most 12, in at most 5 steps', async ({ openPage }) => {
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    // The first visit stores which place was opened last; later ones do not.
    const first = await openPage({ person })
    const isStored = first.page.waitForResponse('**/api/me/preferences')
    await first.page.goto(orders)
    await newestOrder(first.page).waitFor()
    await isStored
    const counted = await openPage({ person })
    const network = await watchNetwork(counted.page)
    await counted.page.addInitScript(noteFirstRow, ROWS_SHOWN)
    await counted.page.goto(orders)
    await newestOrder(counted.page).waitFor()
    const rowsAt = await counted.page.evaluate(() => (window as unknown as Noted).rowsAt)
    const sent = network.take().filter(({ sentAt, isLazyCode }) => sentAt < rowsAt && !isLazyCode)
    const list = sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)
    expect(list.length, list.join('\n')).toBeLessThanOrEqual(12)
    // What is asked for before the panel is drawn is what the list shows then.
    expect(list.filter(each => each.startsWith('POST') && each.endsWith('/_batch'))).toHaveLength(1)
    expect(sent.filter(({ isPreflight }) => isPreflight).length).toBeLessThanOrEqual(2)
    const held = await openPage({ person })
    let hasRows = false
    held.page.on('console', message => {
      if (message.text() === ROWS_SHOWN) hasRows = true
    })
    await held.page.addInitScript(noteFirstRow, ROWS_SHOWN)
    const steps = await countSteps(
      held.page,
      async () => {
        await held.page.goto(orders, { waitUntil: 'commit' })
        await newestOrder(held.page).waitFor()
      },
      () => hasRows,
    )
    // The page; scripts beside the boot document; a session of the agent; a preflight; rows.
    expect(steps.length, JSON.stringify(steps, null, 1)).toBeLessThanOrEqual(5)
  })

  longTest('from a key press to rows are one, without a preflight', async ({ openPage }) => {
    const { page } = await openPage({ person: 'manager' })
    await leaveOutNews(page)
    const network = await watchNetwork(page)
    await page.goto(orders)
    await newestOrder(page).waitFor()
    const table = page.getByRole('table')
    const sort = (name: string) => table.getByRole('button', { name, exact: true })
    const segments = page.getByRole('navigation', { name: 'Segments and views' })
    const isSettled = () => page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
    // The first use loads the code.
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await page.getByRole('complementary').getByText('Delivery address').waitFor()
    await page.keyboard.press('Space')
    await page.getByRole('complementary').waitFor({ state: 'detached' })

    await settle(network)
    await sort('Total').click()
    await isSettled()
    await expectOneBatch(network, 'a sort')

    await segments.getByRole('button', { name: /^To ship/ }).click()
    await isSettled()
    await expectOneBatch(network, 'a segment')
    await segments.getByRole('button', { name: /^All/ }).click()
    await settle(network)

    await page.evaluate(() => document.querySelector('.table-scroller')?.scrollBy(0, 2_000))
    await expectOneBatch(network, 'the next block')

    await page.evaluate(() => document.querySelector('.table-scroller')?.scrollTo(0, 0))
    await table.getByRole('row').nth(5).getByRole('link').first().click()
    await page.getByRole('complementary').waitFor()
    await expectOneBatch(network, 'a peek')

    await page.goto(`${orders}?filter=status.in.(paid)`)
    await page.getByRole('button', { name: /^Remove the filter/ }).waitFor()
    await isSettled()
    await settle(network)
    await page.getByRole('button', { name: /^Remove the filter/ }).click()
    await isSettled()
    await expectOneBatch(network, 'a filter')
  })
})

describePanel('what is drawn first', () => {
  test('are the rows of a list, which are there before the code that draws them', async ({
    openPage,
  }) => {
    const { page } = await openPage({ person: 'manager' })
    const code = createGate()
    await page.route('**/assets/index-*.js', async route => {
      await code.isOpen
      await route.continue()
    })
    await page.addInitScript(noteFirstTable)
    await page.goto(orders, { waitUntil: 'commit' })
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/_batch')),
    )
    code.open()
    await newestOrder(page).waitFor()
    const drawn = await page.evaluate(() => (window as unknown as FirstTable).firstTable)
    expect(drawn).toEqual({ hasRows: true })
  })

  test('the rows of a list are asked for before it, and the fields of a record are there before what is below', async ({
    openPage,
  }) => {
    const { page } = await openPage({ person: 'manager' })
    await page.goto(orders)
    await newestOrder(page).waitFor()
    await page.evaluate(noteHeadings)
    await page.getByRole('link', { name: 'Customers', exact: true }).first().hover()
    await page.mouse.down()
    const headings = () => page.evaluate(() => (window as unknown as Headings).headings)
    // The list on the screen when the rows of the next are asked for.
    await vi.waitFor(async () => expect(await headings()).toEqual(['Orders']), 5_000)
    await page.mouse.up()
    await page.getByRole('table', { name: 'Customers' }).locator('[data-index]').first().waitFor()
    expect(await headings(), 'no second request').toEqual(['Orders'])

    // The first use loads the code.
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    const beside = page.getByRole('complementary')
    await beside.getByRole('region', { name: 'Related' }).waitFor()
    await page.keyboard.press('Space')
    await beside.waitFor({ state: 'detached' })
    const first = page.evaluate(readFirstPeek)
    await page.keyboard.press('Space')
    await beside.getByRole('region', { name: 'Related' }).waitFor()
    expect(await first).toEqual({ hasFields: true, hasRelated: false })
  })
})

interface Headings {
  headings: (string | undefined)[]
}

/** Runs in the page: notes which list is on the screen whenever customers are asked for. */
function noteHeadings(): void {
  const headings: Headings['headings'] = []
  Object.assign(window, { headings } satisfies Headings)
  const send = window.fetch
  window.fetch = (input, init) => {
    const isAsked = String(init?.body).includes('"/customers"')
    if (isAsked && String(input).endsWith('/_batch')) {
      headings.push(document.querySelector('h1')?.textContent ?? undefined)
    }
    return send(input, init)
  }
}

/** Runs in the page: what a record beside its list shows when it appears. */
function readFirstPeek(): Promise<{ hasFields: boolean; hasRelated: boolean }> {
  return new Promise(resolve =>
    new MutationObserver((_, observer) => {
      const beside = document.querySelector('aside')
      if (!beside) return
      observer.disconnect()
      resolve({
        hasFields: beside.querySelector('[data-field]') !== null,
        hasRelated: beside.querySelector('section[aria-label="Related"]') !== null,
      })
    }).observe(document, { subtree: true, childList: true }),
  )
}

interface Noted {
  rowsAt: number
}

const ROWS_SHOWN = 'The first row is there.'

/** Runs in the page. */
function noteFirstRow(text: string): void {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-index]')) return
    Object.assign(window, { rowsAt: Date.now() } satisfies Noted)
    console.debug(text)
    observer.disconnect()
  }).observe(document, { subtree: true, childList: true })
}

interface FirstTable {
  firstTable?: { readonly hasRows: boolean }
}

/** Runs in the page: what the list shows when it appears. */
function noteFirstTable(): void {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('table')) return
    const hasRows = document.querySelector('[data-index]') !== null
    Object.assign(window, { firstTable: { hasRows } } satisfies FirstTable)
    observer.disconnect()
  }).observe(document, { subtree: true, childList: true })
}

/** Waits until nothing is sent any more, and forgets what was. */
async function settle(network: Network): Promise<void> {
  let last = -1
  await vi.waitFor(
    () => {
      const { length } = network.peek()
      const isQuiet = length === last
      last = length
      if (!isQuiet) throw new Error('The page still sends requests.')
    },
    { interval: 400, timeout: 60_000 },
  )
  network.take()
}

const counters = /^GET \/api\/(?:events$|me\/mentions\/unseen$|.*\/approvals\/counts$)/

const withoutAssets = (sent: readonly SentRequest[]) =>
  sent.filter(({ url }) => !new URL(url).pathname.startsWith('/app/'))

async function expectOneBatch(network: Network, what: string): Promise<void> {
  await vi.waitFor(() => expect(withoutAssets(network.peek()).length).toBeGreaterThan(0), 5_000)
  await new Promise(done => setTimeout(done, 300))
  const sent = withoutAssets(network.take()).map(
    ({ method, url }) => `${method} ${new URL(url).pathname}`,
  )
  // What is loaded while nothing else happens, code and counters, is not a request of the key.
  expect(
    sent.filter(request => !counters.test(request)),
    what,
  ).toEqual(['POST /service/_batch'])
}

describePanel('the document', () => {
  // A hundred blocks, one after the other.
  longTest(
    'has few elements while ten thousand rows of forty columns go by',
    {
      timeout: 300_000,
    },
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Large table')
      const { page } = await openPage({ person: 'manager' })
      const columns = largeColumns.join(',')
      await page.goto(`${formatPath(place, `data/${largeTable.name}`)}?cols=${columns}&sort=id`)
      await page.getByText('Measurement 00001').waitFor()
      const table = page.getByRole('table')
      expect(await table.getAttribute('aria-colcount')).toBe(String(largeColumns.length + 2))
      const counts = await page.evaluate(scrollThrough, largeTable.rows)
      expect(counts.last).toContain('Measurement 10000')
      expect(Math.max(...counts.elements)).toBeLessThanOrEqual(3_000)
      expect(Math.max(...counts.elements) - Math.min(...counts.elements)).toBeLessThan(500)
    },
  )

  test('changes only in the rows that a key concerns', async ({ openPage }) => {
    const { page } = await openPage({ person: 'manager' })
    const network = await watchNetwork(page)
    await page.goto(orders)
    await newestOrder(page).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('x')
    const changes = await watchTable(page)
    await settle(network)
    await expect.poll(() => changes.take()).toEqual([])
    await page.keyboard.press('j')
    expect(await changes.take(), 'J').toEqual(['0', '1'])
    await page.keyboard.press('x')
    expect(
      (await changes.take()).filter(row => !row.startsWith('INPUT')),
      'X',
    ).toEqual(['1'])
    await page.keyboard.press('x')
    await page.keyboard.press('/')
    await changes.take()
    await page.keyboard.press('o')
    expect(await changes.take(), 'a letter').toEqual([])
  })

  longTest('moves nothing that the person did not move', async ({ openPage }) => {
    const { page } = await openPage({ person: 'manager' })
    await leaveOutNews(page)
    const readShifts = await watchShifts(page)
    const expectStill = async () => {
      const { sum, moved } = await readShifts()
      expect(sum, moved.join('\n')).toBeLessThanOrEqual(0.02)
    }
    await page.goto(orders)
    await newestOrder(page).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await page.getByRole('complementary').getByText('Delivery address').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Total', exact: true }).click()
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
    await expectStill()
    await page.goto(formatPath(shop, 'data/orders/7'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectStill()
    await page.goto(formatPath(shop))
    await page.getByRole('navigation').getByRole('link').first().waitFor()
    await page.waitForLoadState('networkidle')
    await expectStill()
  })
})

/** Scrolls to the end block by block, and counts the elements of the document on the way. */
async function scrollThrough(rows: number): Promise<{ elements: number[]; last: string }> {
  const scroller = document.querySelector('.table-scroller') as HTMLElement
  const elements: number[] = []
  const nextFrame = () => new Promise(done => requestAnimationFrame(done))
  for (;;) {
    const before = scroller.scrollTop
    scroller.scrollTop += 3_000
    const { top } = scroller.getBoundingClientRect()
    for (let frame = 0; frame < 600; frame++) {
      await nextFrame()
      const row = document.elementFromPoint(400, top + 200)?.closest('[data-index]')
      if (row) break
    }
    elements.push(document.querySelectorAll('*').length)
    if (scroller.scrollTop === before) {
      const shown = [...document.querySelectorAll('[data-index]')].at(-1)
      if (Number(shown?.getAttribute('data-index')) >= rows - 1) {
        return { elements, last: shown?.textContent ?? '' }
      }
      if (elements.length > 1_000) return { elements, last: shown?.textContent ?? '' }
    }
  }
}

describePanel('records stay between the browser and the agent', () => {
  longTest(
    'the service and the disk of the browser never see their values',
    async ({ openPage }) => {
      const canary = `canary${crypto.randomUUID().slice(0, 8)}`
      const manager = await findPerson('manager')
      const agent = await openAgentClient(manager, await findShopPlace())
      const attributes = {
        first_name: canary,
        last_name: canary,
        email: `${canary}@example.com`,
        balance: 0,
      }
      const created = await agent.send<{ data: { id: string } }>('POST', '/customers', {
        data: { type: 'customers', attributes },
      })
      expect(created.status).toBe(200)
      const { id } = created.body.data
      const { page } = await openPage({ person: 'manager' })
      const network = await watchNetwork(page)
      await page.goto(`${formatPath(shop, 'data/customers')}?sort=-id`)
      await page.getByRole('table').getByText(canary).first().waitFor()
      await page.getByRole('table').getByText(canary).first().click()
      await page.getByRole('complementary').getByText(canary).first().waitFor()
      await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(canary)
      await page.getByText('1 record', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Export as CSV' }).click()
      const exported = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      expect(await text(await (await exported).createReadStream())).toContain(canary)
      await page.goto(formatPath(shop, `data/customers/${id}`))
      await page.getByText(canary).first().waitFor()
      await page.keyboard.press('e')
      await page.getByRole('textbox', { name: 'Last name' }).fill(`${canary} edited`)
      await page.keyboard.press('Control+s')
      await page.getByText(/is saved$/).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill(canary)
      await page.getByRole('option').filter({ hasText: canary }).first().waitFor()
      await page.keyboard.press('Escape')
      const sent = network
        .take()
        .filter(({ url }) => url.startsWith(shop.serviceUrl))
        .map(({ url, body }) => `${url} ${body}`)
      expect(sent.length).toBeGreaterThan(0)
      expect(sent.filter(each => each.includes(canary))).toEqual([])
      await expect.poll(() => readStored(page)).toContain('schema')
      expect(await readStored(page)).not.toContain(canary)
      const found = await findInFiles(join(inject('panelDataDir') ?? '', 'database'), canary)
      expect(found).toEqual([])
      await plant(page, canary)
      const stored = await readStored(page)
      for (const where of ['local ', 'session ', 'cookie-', 'cache ', 'database ']) {
        expect(stored, 'what the reader of the storage misses').toContain(where + canary)
      }
    },
  )

  longTest('the activity log has what a person would name, and no more', async ({ openPage }) => {
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    const { page } = await openPage({ person })
    await page.goto(orders)
    await newestOrder(page).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await page.getByRole('complementary').getByText('Delivery address').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Total', exact: true }).click()
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('ORD-001234')
    await newestOrder(page).waitFor({ state: 'detached' })
    await page.getByRole('table').getByText('ORD-001234').waitFor()
    const expected = ['index orders', 'read orders 2000', 'index orders', 'search orders']
    await vi.waitFor(async () => expect(await readLog(person.email)).toEqual(expected), 15_000)
    await new Promise(done => setTimeout(done, 1_000))
    expect(await readLog(person.email)).toEqual(expected)
  })
})

async function findInFiles(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if ((await readFile(path)).includes(text)) found.push(path)
  }
  return found
}

/** The entries of a person, oldest first. */
async function readLog(email: string): Promise<readonly string[]> {
  const { serviceUrl, projectName, environmentName, apiToken } = shop
  const path = `/v1/project/${projectName}/environment/${environmentName}/activity-logs?limit=100`
  const response = await fetch(serviceUrl + path, {
    headers: { authorization: `Bearer ${apiToken}` },
  })
  const { data } = (await response.json()) as {
    readonly data: readonly {
      readonly action: string
      readonly collection?: { readonly name: string }
      readonly recordIds?: readonly string[]
      readonly user: { readonly email: string }
    }[]
  }
  return data
    .filter(({ user }) => user.email === email)
    .map(({ action, collection, recordIds = [] }) =>
      [action, collection?.name, ...recordIds].join(' '),
    )
    .toReversed()
}
