import { randomUUID } from 'node:crypto'
import type { Layout } from '@service/protocol'
import type { BrowserContext, Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { findAccessibilityProblems } from './support/axe.js'
import { createTeam } from './support/create-team.js'
import { describePanel, longTest, shop } from './support/panel-test.js'
import type { Person } from './support/people.js'
import { formatPath } from './support/place.js'

const inbox = (page: Page) => page.getByRole('link', { name: /^Inbox, / })
const approvals = (page: Page, count: number) =>
  page.getByRole('link', { name: `Approvals, ${count || 'none'} to review` })
const sale = {
  collectionName: 'products',
  actionName: 'Put on sale',
  recordIds: ['1'],
  inputs: [],
}
const readNumber = async (link: ReturnType<typeof inbox>) =>
  Number((await link.textContent({ timeout: 60_000 })) || 0)

/** The event streams that the tabs of a browser hold now. */
function watchStreams(context: BrowserContext): () => readonly Page[] {
  const open = new Set<Request>()
  const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events'
  context.on('request', request => isStream(request) && open.add(request))
  context.on('requestfinished', request => open.delete(request))
  context.on('requestfailed', request => open.delete(request))
  return () => [...open].map(request => request.frame().page()).filter(page => !page.isClosed())
}

/** How often the pages of a browser sent each request to the service, from now on. */
function countRequests(context: BrowserContext): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  context.on('request', request => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== shop.serviceUrl || !pathname.startsWith('/api/')) return
    const name = `${request.method()} ${pathname}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  })
  return counts
}

/** Counts the events that somebody gets, also those about what other tests do. */
async function countEvents({ cookie }: Person) {
  const controller = new AbortController()
  const { body } = await fetch(`${shop.serviceUrl}/api/events`, {
    headers: { cookie },
    signal: controller.signal,
  })
  let text = ''
  const read = async () => {
    for await (const part of body ?? []) text += Buffer.from(part).toString('latin1')
  }
  read().catch(() => {})
  return {
    count: () => text.match(/^event: /gm)?.length ?? 0,
    close: () => controller.abort(),
  }
}

/** Changes something, and prints how long after the response every page shows it. */
async function measure<T>(
  what: string,
  change: () => Promise<T>,
  findShown: (changed: T) => readonly Locator[],
): Promise<T> {
  const changed = await change()
  const start = performance.now()
  const delays = await Promise.all(
    findShown(changed).map(async shown => {
      await shown.first().waitFor()
      return Math.round(performance.now() - start)
    }),
  )
  console.info(`live news: ${what} is seen after ${delays.join(', ')} ms`)
  return changed
}

const mention = (author: Person, environmentPath: string, readerId: number) =>
  askService(author, 'POST', `${environmentPath}/notes`, {
    title: 'Look',
    collectionName: 'orders',
    recordId: '1',
    content: `<p><span data-mention-id="${readerId}">@you</span> please look</p>`,
  })

const openTabs = async (page: Page, path: string, count: number) => {
  const tabs = [page]
  while (tabs.length < count) tabs.push(await page.context().newPage())
  await Promise.all(tabs.map(tab => tab.goto(path)))
  await Promise.all(tabs.map(tab => inbox(tab).waitFor()))
  return tabs
}

describePanel('live news', () => {
  longTest(
    'reach all tabs of a browser over one stream, also after the tab that holds it is closed',
    async ({ openPage }) => {
      const { name, reader, author, environmentPath, teamPath } = await createTeam()
      const { page } = await openPage({ person: reader })
      const streams = watchStreams(page.context())
      const tabs = await openTabs(page, formatPath(shop, 'data/orders', name), 6)
      await expect.poll(() => streams().length).toBe(1)
      expect(await Promise.all(tabs.map(tab => readNumber(inbox(tab))))).toEqual(tabs.map(() => 0))
      await Promise.all(tabs.map(tab => approvals(tab, 0).waitFor()))
      const events = await countEvents(reader)
      const requests = countRequests(page.context())

      await measure(
        'a mention',
        () => mention(author, environmentPath, reader.id),
        () => tabs.map(tab => tab.getByRole('link', { name: 'Inbox, 1 unread mention' })),
      )
      const path = `${environmentPath}/approvals`
      const { id } = await measure(
        'a request for approval',
        () => askService<{ id: number }>(author, 'POST', path, sale),
        () => tabs.map(tab => approvals(tab, 1)),
      )
      expect(await findAccessibilityProblems(page)).toEqual([])
      const { page: asking } = await openPage({ person: author })
      const streamsOfAuthor = watchStreams(asking.context())
      await asking.goto(formatPath(shop, `approvals/${id}`, name))
      await asking.getByText('Somebody else has to decide.').first().waitFor()
      await expect.poll(() => streamsOfAuthor().length).toBe(1)
      await measure(
        'a decision',
        () => askService(reader, 'POST', `${path}/${id}/reject`, { comment: 'Not now.' }),
        () => [asking.getByText(/rejected it/), ...tabs.map(tab => approvals(tab, 0))],
      )

      const label = `Purchases ${randomUUID().slice(0, 8)}`
      const layout: Layout = {
        version: 1,
        navigation: { groups: [], hidden: [] },
        collections: { orders: { label } },
      }
      await measure(
        'a layout',
        () => publish(author, teamPath, layout),
        () => tabs.map(tab => tab.getByRole('heading', { name: label })),
      )
      // Each event makes each tab read something once at most: nothing is asked again and again.
      const most = Math.max(...requests.values())
      await expect.poll(() => events.count() * tabs.length).toBeGreaterThanOrEqual(most)
      events.close()
      expect(streams()).toHaveLength(1)

      const [leader] = streams()
      await leader?.close()
      await expect.poll(() => streams().length).toBe(1)
      await mention(author, environmentPath, reader.id)
      const rest = tabs.filter(tab => tab !== leader)
      expect(rest).toHaveLength(5)
      for (const tab of rest) {
        await tab.getByRole('link', { name: 'Inbox, 2 unread mentions' }).waitFor()
      }
      expect(streams()).toHaveLength(1)
    },
  )

  longTest(
    'come the same way on pages without locks, and stop when the session ends',
    async ({ openPage }) => {
      const { name, reader, author, environmentPath } = await createTeam()
      const { page, problems } = await openPage({ person: reader })
      // What a page asks while its session ends.
      problems.allow(/status of 401/)
      await page.context().addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
      })
      const streams = watchStreams(page.context())
      const tabs = await openTabs(page, formatPath(shop, 'data/orders', name), 3)
      await expect.poll(() => streams().length).toBe(1)
      const [leader] = streams()
      await leader?.close({ runBeforeUnload: false })
      const rest = tabs.filter(tab => tab !== leader)
      await expect.poll(() => streams().length, { timeout: 30_000 }).toBe(1)
      await mention(author, environmentPath, reader.id)
      for (const tab of rest) {
        await tab.getByRole('link', { name: 'Inbox, 1 unread mention' }).waitFor()
      }

      await askService(reader, 'DELETE', '/api/session')
      for (const tab of rest) {
        await tab.getByRole('status').filter({ hasText: 'Your session has ended' }).waitFor()
      }
      await expect.poll(() => streams().length).toBe(0)
    },
  )
})

async function publish(author: Person, teamPath: string, layout: Layout): Promise<void> {
  const { cookie } = author
  const path = `${shop.serviceUrl}${teamPath}/layout`
  const { tag } = await askService<{ tag: string }>(author, 'GET', `${teamPath}/layout`)
  const { csrfToken } = await askService<{ csrfToken: string }>(author, 'GET', '/api/session')
  const response = await fetch(path, {
    method: 'PUT',
    headers: {
      cookie,
      'x-csrf-token': csrfToken,
      'content-type': 'application/json',
      'if-match': `"${tag}"`,
    },
    body: JSON.stringify(layout),
  })
  expect(response.status).toBe(200)
}
