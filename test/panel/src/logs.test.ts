import { execFile } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest'
import { findShop, openAdministration } from '../../../examples/store/src/administration.js'
import { findAccessibilityProblems } from './support/axe.js'
import { type OwnService, startOwnService } from './support/own-service.js'
import { describePanel, type Fixtures, longTest, shop, test } from './support/panel-test.js'
import { formatPath } from './support/place.js'

/** On PostgreSQL: in an embedded database nobody but the service can write. `npm test` only reads: that of the shop will do. */
let own: OwnService
let isInstalled = false
let token: string
let me: { readonly id: number; readonly email: string }
let written = 0

interface Entry {
  readonly id: string
  readonly createdAt: string
  readonly action: string
  readonly user: { readonly id: number; readonly username: string; readonly email: string }
}

interface Listed {
  readonly data: readonly Entry[]
  readonly hasMore: boolean
  readonly nextCursor: string
}

beforeAll(async () => {
  const started = inject('chromium') && (await (isLongRun ? startOwnService() : openShop()))
  if (!started) return
  own = started
  isInstalled = true
  if (!isLongRun) return
  const { user } = await own.admin.send<{ user: typeof me }>('GET', '/api/session')
  me = user
  const made = await own.admin.send<{ token: string }>('POST', `${own.projectPath}/tokens`, {
    name: 'Logs',
    scopes: ['activity_logs:read', 'admin_logs:read'],
  })
  token = made.token
}, 120_000)
afterAll(() => own?.stop())

async function openShop(): Promise<OwnService> {
  const admin = await openAdministration(shop.serviceUrl, shop)
  return {
    ...shop,
    ...(await findShop(admin, shop.email)),
    url: shop.serviceUrl,
    admin,
    envSecret: '',
    query: () => Promise.reject(new Error('Nothing is changed in the database of the shop.')),
    stop: () => admin.close(),
  }
}

/** Writes entries as the agent of the environment would. */
async function write(count: number, label: string): Promise<void> {
  const entries = Array.from({ length: count }, () => ({
    key: `written ${++written}`,
    type: 'write',
    action: 'update',
    collectionName: 'orders',
    recordIds: ['tail 1'],
    label,
    userId: me.id,
  }))
  const response = await fetch(`${own.url}/agent-api/activity-logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'service-secret-key': own.envSecret },
    body: JSON.stringify({ entries }),
  })
  expect(response.status, await response.clone().text()).toBeLessThan(300)
}

async function openLog(openPage: Fixtures['openPage'], path: string, width = 1280) {
  const { page, problems } = await openPage({
    person: own.admin,
    baseURL: own.url,
    origins: [own.url],
    viewport: { width, height: 800 },
  })
  // The environment has no agent.
  problems.allow(/409/)
  await page.goto(formatPath(own, `settings/${path}`))
  return { page }
}

/** The lines that the public API gives page by page. */
async function walk(path: string): Promise<string[]> {
  const lines: string[] = []
  for (let cursor = ''; ; ) {
    const response = await fetch(`${own.url}${path}&limit=100${cursor && `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const page = (await response.json()) as Listed
    lines.push(...page.data.map(entry => JSON.stringify(entry)))
    if (!page.hasMore) return lines
    cursor = page.nextCursor
  }
}

async function save(page: Page, format: 'NDJSON' | 'CSV'): Promise<string[]> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: `Save as ${format}` }).click()
  return (await text(await (await downloading).createReadStream())).trimEnd().split('\n')
}

/** The requests of a page for entries of a log. */
function watchLists(page: Page): string[] {
  const found: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (/\/(activity|admin)-logs$/.test(pathname)) found.push(search)
  })
  return found
}

const publicPath = () => `/v1/project/${own.projectName}/environment/${own.environmentName}`

describePanel('the logs', () => {
  beforeEach(({ skip }) => skip(!isInstalled, 'PostgreSQL is not installed'))

  test('are limited by one request each, which the address keeps', async ({ openPage }) => {
    const { page } = await openLog(openPage, 'activity-logs')
    const rows = page.getByRole('table', { name: 'Activity log' }).getByRole('row')
    await rows.nth(1).waitFor()
    const lists = watchLists(page)
    const step = async (act: () => Promise<unknown>): Promise<string> => {
      const arrived = page.waitForResponse(response => /activity-logs\?/.test(response.url()))
      await act()
      await (await arrived).finished()
      const [request = '', ...others] = lists.splice(0)
      expect(others).toEqual([])
      return request
    }
    const filters = page.getByRole('search', { name: 'Limit the log' })
    expect(
      await step(() => filters.getByLabel('Action').selectOption({ label: 'Ran an action' })),
    ).toContain('action=action')
    const second = await step(() => filters.getByLabel('Time').selectOption('month'))
    expect(second).toMatch(/action=action&occurredAt.gte=/)
    const [shown = ''] = await rows.nth(1).getByRole('cell').nth(1).allInnerTexts()
    const { data } = await own.admin.send<Listed>(
      'GET',
      // Other tests may run actions of the shop meanwhile.
      `${own.environmentPath}/activity-logs?action=action&limit=${isLongRun ? 1 : 20}`,
    )
    expect(data.map(({ user }) => user.username)).toContain(shown)
    const record = filters.getByLabel('Record id')
    await record.fill('no such record')
    expect(await step(() => record.press('Enter'))).toContain('recordId=no+such+record')
    await page.getByText('Nothing matches').waitFor()
    expect(new URL(page.url()).search).toBe('?action=action&record=no%20such%20record&period=month')
    if (isLongRun) await page.reload()
    await page.getByText('Nothing matches').waitFor()
    expect(await filters.getByLabel('Action').inputValue()).toBe('action')
    lists.splice(0)
    await step(() => page.getByRole('button', { name: 'Show everything' }).first().click())
    await rows.nth(1).waitFor()
    // A page further is one request, too.
    const further = await step(() =>
      page
        .getByRole('table')
        .hover()
        .then(() => page.mouse.wheel(0, 4_000)),
    )
    expect(further).toContain('cursor=')
  })

  longTest(
    'show what is written meanwhile, and wait while somebody reads',
    async ({ openPage }) => {
      const { page } = await openLog(openPage, 'activity-logs?record=tail%201')
      await page.getByText('Nothing matches').waitFor()
      // As on a machine without a network, on which service and browser run.
      await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
      await page.getByRole('button', { name: 'Live' }).click()
      await write(60, 'first')
      const table = page.getByRole('table', { name: 'Activity log' })
      await table.getByText('first').first().waitFor()
      await page.getByText('60 entries').waitFor()
      await table.hover()
      await page.mouse.wheel(0, 900)
      await page.getByText('Paused while you scroll').waitFor()
      await write(12, 'second')
      const waiting = page.getByRole('button', { name: '12 new entries' })
      await waiting.waitFor()
      expect(await table.getByText('second').count()).toBe(0)
      await waiting.click()
      await table.getByText('second').first().waitFor()
      await page.getByText('72 entries').waitFor()
      expect(page.url()).toContain('live=1')
    },
  )

  longTest('are saved as the lines of the public API', async ({ openPage }) => {
    const { page } = await openLog(openPage, 'activity-logs?type=write')
    await page.getByRole('row').nth(1).waitFor()
    const lines = await walk(`${publicPath()}/activity-logs?type=write`)
    expect(lines.length).toBeGreaterThan(200)
    expect(await save(page, 'NDJSON')).toEqual(lines)
    const [head = '', ...rows] = await save(page, 'CSV')
    expect(head).toMatch(/^id,createdAt,occurredAt,/)
    const ids = rows.filter(row => /^[0-9a-z]+-[0-9a-z]+,2/.test(row)).map(row => row.split(',')[0])
    expect(ids).toEqual(lines.map(line => (JSON.parse(line) as Entry).id))
    await page.goto(formatPath(own, 'settings/admin-logs?resource=role'))
    await page.getByRole('row').nth(1).waitFor()
    const changes = await walk(`/v1/project/${own.projectName}/admin-logs?resource=role`)
    expect(await save(page, 'NDJSON')).toEqual(changes)
  })

  longTest(
    'show one entry with its JSON, a command that works and its neighbours',
    async ({ openPage }) => {
      const { page } = await openLog(openPage, 'activity-logs')
      const { data } = await own.admin.send<Listed>('GET', `${own.environmentPath}/activity-logs`)
      await page.getByRole('row').nth(2).getByRole('link').click()
      const drawer = page.getByRole('dialog')
      await drawer.getByText('Unchanged').waitFor()
      const readBox = (name: string) =>
        drawer.getByRole('region', { name, exact: true }).locator('pre').innerText()
      expect(JSON.parse(await readBox('JSON'))).toEqual(data[1])
      const command = await readBox('cURL')
      const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent --fail`], {
        env: { ...process.env, TOKEN: token },
      })
      expect((JSON.parse(stdout) as Listed).data).toEqual([data[1]])
      await drawer.getByRole('button', { name: 'Older' }).click()
      await page.waitForURL(url =>
        url.pathname.endsWith(encodeURIComponent(`${data[2]?.createdAt}`)),
      )
      expect(JSON.parse(await readBox('JSON'))).toEqual(data[2])
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })
      expect(new URL(page.url()).pathname).toBe(formatPath(own, 'settings/activity-logs'))

      const changes = await own.admin.send<Listed>('GET', `${own.projectPath}/admin-logs`)
      await page.goto(formatPath(own, 'settings/admin-logs'))
      await page.getByRole('row').nth(1).getByRole('link').click()
      await drawer.getByText('Unchanged').waitFor()
      expect(JSON.parse(await readBox('JSON'))).toEqual(changes.data[0])
    },
  )

  longTest('prove that an entry was changed in the database', async ({ openPage }) => {
    await write(3, 'kept')
    const { page } = await openLog(openPage, 'admin-logs')
    await page.getByRole('button', { name: 'Verify' }).click()
    const drawer = page.getByRole('dialog', { name: 'Verify the logs' })
    await drawer.getByRole('button', { name: 'Verify now' }).click()
    await drawer.getByText('No entry was changed.').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const [changed] = await own.query(
      `update service.activity_logs set label = 'innocent'
       where seq = (select max(seq) - 1 from service.activity_logs where label = 'kept') returning seq`,
    )
    await drawer.getByRole('button', { name: 'Verify now' }).click()
    await drawer.getByText('Entries were changed after they were written.').waitFor()
    await drawer.getByRole('link', { name: /Show entry/ }).click()
    const entry = page.getByRole('dialog').filter({ hasText: 'The log was changed' })
    await entry.getByText(new RegExp(`Entry ${changed?.seq} of .* was changed`)).waitFor()
    expect(new URL(page.url()).pathname).toContain('/settings/activity-logs/')
    expect(await findAccessibilityProblems(page)).toEqual([])
  })

  longTest('fit on a phone, and are for everybody', async ({ openPage }) => {
    const { page } = await openLog(openPage, 'activity-logs', 320)
    for (const area of ['activity-logs', 'admin-logs']) {
      await page.goto(formatPath(own, `settings/${area}`))
      await page.getByRole('row').nth(1).waitFor()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(320)
      expect(await findAccessibilityProblems(page)).toEqual([])
    }
  })
})
