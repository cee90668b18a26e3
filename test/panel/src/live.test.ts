import { randomUUID } from 'node:crypto'
import type { Layout } from '@service/protocol'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { findShop, openAdministration } from '../../../examples/store/src/administration.js'
import { askService } from './support/ask-service.js'
import { findAccessibilityProblems } from './support/axe.js'
import { describePanel, shop, test } from './support/panel-test.js'
import { createPerson, type Person } from './support/people.js'
import { formatPath } from './support/place.js'

const approvals = (page: Page) => page.getByRole('link', { name: /^Approvals, / })
const inbox = (page: Page) => page.getByRole('link', { name: /^Inbox, / })
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

/** A team and a role of the test's own, so that it changes nothing that other tests look at. */
async function createTeam() {
  const admin = await openAdministration(shop.serviceUrl, shop)
  const { projectPath, environmentPath } = await findShop(admin, shop.email)
  const name = `Live ${randomUUID().slice(0, 8)}`
  const role = await admin.send<{ id: number }>('POST', `${projectPath}/roles`, { name })
  const look = { browse: true, read: true }
  const actions = { 'Mark as shipped': { trigger: true, requireApproval: true, approve: true } }
  await admin.send('PUT', `${environmentPath}/roles/${role.id}/rights`, {
    defaults: look,
    collections: { orders: { ...look, actions } },
  })
  const team = await admin.send<{ id: number }>('POST', `${projectPath}/teams`, { name })
  const join = async (level: 'user' | 'editor') => {
    const person = await createPerson({ role: name, team: 'Operations', level })
    const { user } = await askService<{ user: { id: number } }>(person, 'GET', '/api/session')
    await admin.send('PATCH', `${projectPath}/people/${user.id}`, { teamIds: [team.id] })
    return { ...person, id: user.id }
  }
  const people = { reader: await join('user'), author: await join('editor') }
  await admin.close()
  const teamPath = `${environmentPath}/teams/${team.id}`
  return { ...people, environmentPath, teamPath, orders: formatPath(shop, 'data/orders', name) }
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
  test('reach all tabs of a browser over one stream, also after the tab that holds it is closed', async ({
    openPage,
  }) => {
    const { reader, author, environmentPath, teamPath, orders } = await createTeam()
    const { page } = await openPage({ person: reader })
    const streams = watchStreams(page.context())
    const tabs = await openTabs(page, orders, 6)
    await expect.poll(() => streams().length).toBe(1)
    expect(await Promise.all(tabs.map(tab => readNumber(inbox(tab))))).toEqual(tabs.map(() => 0))

    await mention(author, environmentPath, reader.id)
    for (const tab of tabs) {
      await tab.getByRole('link', { name: 'Inbox, 1 unread mention' }).waitFor()
    }
    await askService(author, 'POST', `${environmentPath}/approvals`, {
      collectionName: 'orders',
      actionName: 'Mark as shipped',
      recordIds: ['1'],
      inputs: [],
    })
    for (const tab of tabs) {
      await expect.poll(() => readNumber(approvals(tab))).toBeGreaterThan(0)
    }
    expect(await findAccessibilityProblems(page)).toEqual([])

    const label = `Purchases ${randomUUID().slice(0, 8)}`
    const layout: Layout = {
      version: 1,
      navigation: { groups: [], hidden: [] },
      collections: { orders: { label } },
    }
    await publish(author, teamPath, layout)
    for (const tab of tabs) await tab.getByRole('heading', { name: label }).waitFor()

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
  })

  test('come the same way on pages without locks, and stop when the session ends', async ({
    openPage,
  }) => {
    const { reader, author, environmentPath, orders } = await createTeam()
    const { page } = await openPage({ person: reader })
    await page.context().addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
    })
    const streams = watchStreams(page.context())
    const tabs = await openTabs(page, orders, 3)
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
  })
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
