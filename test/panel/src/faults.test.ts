import { createGate, isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import type { PassingRequest } from './support/browser-proxy.js'
import { looks } from './support/looks.js'
import {
  describePanel,
  type Fixtures,
  longTest,
  type PageOptions,
  shop,
  test,
} from './support/panel-test.js'
import { createPerson } from './support/people.js'
import { formatPath } from './support/place.js'

const { agentUrl, serviceUrl } = shop
const orders = formatPath(shop, 'data/orders')
const manager: PageOptions = { person: 'manager' }

const isBatch = ({ url, method }: PassingRequest) =>
  url.pathname.endsWith('/_batch') && method === 'POST'
/** A batch that reads the list of orders. */
const isList = (request: PassingRequest) => isBatch(request) && request.body.includes('"/orders"')
const isSchema = (request: PassingRequest) =>
  isBatch(request) && request.body.includes('/_internal/schema')
const isPost = ({ url, method }: PassingRequest, path: string) =>
  method === 'POST' && url.pathname.endsWith(path)

/** Opens the list of orders behind a proxy. */
async function openOrders(openProxied: Fixtures['openProxied'], options = manager) {
  const opened = await openProxied(options)
  await opened.page.goto(orders)
  await opened.page.getByText('ORD-002000').first().waitFor()
  return opened
}

const search = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Search' }).first().fill(text)
const findOrder = async (page: Page, number: string) => {
  await search(page, number)
  await order(page, number).waitFor()
}
const order = (page: Page, number: string) => page.getByRole('table').getByText(number)
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()
const banner = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })

describePanel('a panel whose servers fail', () => {
  test('says that the agent is away, keeps its rows and goes on by itself', async ({
    openProxied,
  }) => {
    const { page, proxy } = await openOrders(openProxied)
    const agent = await proxy.to(agentUrl)
    agent.refuse(true)
    agent.cut()
    await search(page, 'ORD-001299')
    await banner(page, 'The agent does not respond').waitFor()
    await page.getByRole('alert').getByText('Your agent cannot be reached').waitFor()
    expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('ORD-001299')
    await page.getByText('Records could not be searched').waitFor()
    await page.keyboard.press('Escape')
    agent.refuse(false)
    await order(page, 'ORD-001299').waitFor()
    await banner(page, 'The agent does not respond').waitFor({ state: 'detached' })
  })

  test('works with records while the service is away, says so, and catches up', async ({
    openProxied,
  }) => {
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    const { page, proxy } = await openOrders(openProxied, { person })
    const service = await proxy.to(serviceUrl)
    service.refuse(true)
    service.cut()
    await page.keyboard.press('Shift+D')
    await banner(page, 'The service does not respond').waitFor()
    await findOrder(page, 'ORD-001298')
    // The code of this form has not been loaded yet.
    await page.getByRole('button', { name: 'Refresh' }).focus()
    const failed = page.waitForEvent('requestfailed', request => /create-/.test(request.url()))
    await page.keyboard.press('c')
    await failed
    expect(await order(page, 'ORD-001298').isVisible()).toBe(true)
    const saved = page.waitForResponse(
      response => response.url().endsWith('/api/me/preferences') && response.ok(),
    )
    service.refuse(false)
    await saved
    await page.getByRole('dialog', { name: 'New: Orders' }).waitFor()
    await banner(page, 'The service does not respond').waitFor({ state: 'detached' })
  })

  longTest(
    'knows a proxy from the service behind it, and asks before it loads the page again',
    async ({ openProxied }) => {
      const person = await createPerson({ role: 'Manager', team: 'Operations' })
      const { page, proxy } = await openOrders(openProxied, { person })
      const remove = proxy.add(({ url }) =>
        url.href.startsWith(serviceUrl)
          ? { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' }
          : undefined,
      )
      await page.keyboard.press('Shift+D')
      await banner(page, 'The service does not respond').waitFor()
      const isHelp = ({ url }: PassingRequest) => url.pathname.includes('/assets/help-')
      const refused = page.waitForResponse(response => response.url().includes('/assets/help-'))
      await page.keyboard.press('?')
      await refused
      const { length } = proxy.passed
      const listChecks = () =>
        proxy.passed.slice(length).filter(({ url }) => url.pathname === '/healthz')
      // One of the page, and one for the code.
      await expect.poll(() => listChecks().length, { timeout: 10_000 }).toBeGreaterThan(1)
      // The service comes back with another build.
      const restore = proxy.add(request => (isHelp(request) ? { status: 404 } : undefined))
      remove()
      const asked = banner(page, 'could not be loaded')
      await asked.getByRole('button', { name: 'Reload' }).waitFor()
      expect(await banner(page, 'The service does not respond').count()).toBe(0)
      restore()
      await asked.getByRole('button', { name: 'Reload' }).click()
      await asked.waitFor({ state: 'detached' })
      await order(page, 'ORD-002000').waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  )

  longTest('says that it is offline, and goes on', async ({ openProxied, skip }) => {
    const { page } = await openOrders(openProxied)
    const isOnLine = await page.evaluate(() => navigator.onLine)
    skip(!isOnLine, 'without a network, a browser is offline from the start')
    await page.context().setOffline(true)
    await banner(page, 'You are offline').waitFor()
    await page.context().setOffline(false)
    await banner(page, 'You are offline').waitFor({ state: 'detached' })
  })

  longTest.for([429, 503])(
    'waits as long as the agent asks with %i',
    async (status, { openProxied }) => {
      const { page, proxy } = await openOrders(openProxied)
      let refused = 0
      proxy.add(request => {
        if (!isList(request) || refused > 0) return undefined
        refused += 1
        const headers = { 'retry-after': '2', 'x-service-correlation-id': 'request-7' }
        return { status, headers, body: '{"errors":[]}' }
      })
      await search(page, 'ORD-001297')
      await page.getByText(/Trying again in [12] second/).waitFor()
      await page.getByRole('button', { name: 'Request request-7' }).waitFor()
      await order(page, 'ORD-001297').waitFor()
      expect(refused).toBe(1)
    },
  )

  longTest(
    'gets a new session of the agent without a word when the agent refuses the old one',
    async ({ openProxied }) => {
      const { page, proxy } = await openOrders(openProxied)
      const [first] = proxy.passed.filter(isBatch)
      proxy.add(request =>
        isBatch(request) && request.headers.authorization === first?.headers.authorization
          ? { status: 401, body: '{"errors":[]}' }
          : undefined,
      )
      await findOrder(page, 'ORD-001296')
      expect(await page.getByRole('dialog').count()).toBe(0)
      const codes = proxy.passed.filter(({ url }) => url.pathname.endsWith('/agent-codes'))
      // The first one came with the page.
      expect(codes).toHaveLength(1)
    },
  )

  test('never shows an older answer after a newer one', async ({ openProxied }) => {
    const { page, proxy } = await openOrders(openProxied)
    const slow = createGate()
    proxy.add(request =>
      isList(request) && request.body.includes('ORD-00150') && !request.body.includes('ORD-001501')
        ? { holdUntil: slow.isOpen }
        : undefined,
    )
    await search(page, 'ORD-00150')
    await expect.poll(() => proxy.passed.filter(isList).length).toBe(2)
    // What is known stays while the answer is on its way.
    expect(await order(page, 'ORD-002000').isVisible()).toBe(true)
    await findOrder(page, 'ORD-001501')
    slow.open()
    await refresh(page)
    await expect.poll(() => proxy.passed.filter(isList).length).toBe(4)
    await order(page, 'ORD-001501').waitFor()
    expect(await order(page, 'ORD-001502').count()).toBe(0)
  })

  longTest(
    'asks for the schema again when the agent names another one, and not in a circle',
    async ({ openProxied }) => {
      const { page, proxy } = await openOrders(openProxied)
      // The first one came with the session.
      expect(proxy.passed.filter(isSchema)).toEqual([])
      proxy.add(request =>
        isBatch(request)
          ? { change: { responseHeaders: { 'service-schema-tag': 'another' } } }
          : undefined,
      )
      await refresh(page)
      await expect.poll(() => proxy.passed.filter(isSchema).length).toBe(1)
      await findOrder(page, 'ORD-001295')
      await findOrder(page, 'ORD-001294')
      expect(proxy.passed.filter(isSchema)).toHaveLength(1)
    },
  )

  longTest('says that rights are old when the agent does', async ({ openProxied }) => {
    const { page, proxy } = await openProxied(manager)
    await page.clock.install()
    await page.goto(orders)
    await order(page, 'ORD-002000').waitFor()
    const service = { state: 'stale', asOf: '2026-11-16T12:00:00.000Z' }
    const remove = proxy.add(({ url, method }) =>
      method === 'GET' && url.href === `${agentUrl}/`
        ? { status: 200, body: JSON.stringify({ error: null, service }) }
        : undefined,
    )
    await page.clock.fastForward('02:01')
    await banner(page, /with the rights of .*2026/).waitFor()
    expect(await order(page, 'ORD-002000').isVisible()).toBe(true)
    remove()
    await page.clock.fastForward('02:01')
    await banner(page, 'with the rights of').waitFor({ state: 'detached' })
  })
})

const neededVersion = 'The panel needs version 1.90.0 of @service/agent or later.'

describePanel('an agent of an earlier version', () => {
  test.for(isLongRun ? ['/_batch', '/authentication/code'] : ['/_batch'])(
    'that has no %s is told to be too old, and which version is needed',
    async (path, { openProxied }) => {
      const { page, proxy } = await openProxied(manager)
      proxy.add(request => (isPost(request, path) ? { status: 404, body: '{}' } : undefined))
      await page.goto(orders)
      await page.getByText('Your agent is too old for the panel').waitFor()
      await page.getByText(neededVersion).waitFor()
    },
  )

  longTest('that has no schema for the panel is told to be too old', async ({ openProxied }) => {
    const { page, proxy } = await openProxied(manager)
    const line = { id: '0', status: 404, headers: {}, body: { errors: [] } }
    proxy.add(request => {
      if (isSchema(request)) return { status: 200, body: `${JSON.stringify(line)}\n` }
      if (!isPost(request, '/authentication/code')) return undefined
      return { change: { requestBody: request.body.replace('&schema=true', '') } }
    })
    await page.goto(orders)
    await page.getByText('Your agent is too old for the panel').waitFor()
  })

  longTest('that makes no download links is told to be too old', async ({ openProxied }) => {
    const { page, proxy } = await openOrders(openProxied)
    proxy.add(request =>
      isPost(request, '/_internal/download-links') ? { status: 404, body: '{}' } : undefined,
    )
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    const dialog = page.getByRole('dialog', { name: /^Export/ })
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    await dialog.getByText(neededVersion).waitFor()
  })

  test('that lets no page of the panel in is told from one that is away', async ({
    openProxied,
  }) => {
    const { page, proxy } = await openProxied(manager)
    proxy.add(({ url }) =>
      url.href.startsWith(agentUrl)
        ? { change: { responseHeaders: { 'access-control-allow-origin': undefined } } }
        : undefined,
    )
    await page.goto(orders)
    await page.getByText('Your agent does not accept this page').waitFor()
    await page.getByText(`another address than ${serviceUrl}`).waitFor()
  })
})

describePanel('errors', () => {
  longTest.for(looks)('are accessible (%s)', async ([name, options], { openProxied }) => {
    const { page, proxy } = await openOrders(openProxied, { ...options, ...manager })
    const rule = { kind: 'collection', reason: "The role has no 'browse' right on 'orders'." }
    const error = { status: 403, name: 'ForbiddenError', detail: 'You may not.', data: { rule } }
    proxy.add(request =>
      isList(request)
        ? {
            status: 403,
            headers: { 'x-service-correlation-id': 'request-8' },
            body: JSON.stringify({ errors: [error] }),
          }
        : undefined,
    )
    await refresh(page)
    await page.getByText(rule.reason).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/error-${name}.png` })
  })
})
