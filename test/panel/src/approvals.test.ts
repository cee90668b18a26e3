import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { createGate, isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { findShop, openAdministration } from '../../../examples/store/src/administration.js'
import { type AgentClient, openAgentClient } from './support/agent-client.js'
import { askService } from './support/ask-service.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { findShopPlace } from './support/find-place.js'
import { describePanel, journey, longTest, shop, test } from './support/panel-test.js'
import { createPerson, findPerson, type Person } from './support/people.js'
import { formatPath } from './support/place.js'

/** Refunds above this amount need an approval of the bosses. */
const limit = 50
const suffix = randomUUID().slice(0, 8)
const roles = { clerks: `Clerks ${suffix}`, heads: `Heads ${suffix}`, bosses: `Bosses ${suffix}` }

let approvals: string
let clerk: Person
let head: Person
let boss: Person
let records: AgentClient

beforeAll(async () => {
  if (shop.projectName === '') return
  const admin = await openAdministration(shop.serviceUrl, shop)
  const { projectPath, environmentPath } = await findShop(admin, shop.email)
  approvals = `${environmentPath}/approvals`
  const look = { browse: true, read: true }
  const small = { field: 'Amount', operator: 'less_than', value: limit, source: 'input' }
  const ask = { trigger: true, requireApproval: true }
  const rights = {
    clerks: { Refund: ask, 'Mark as shipped': ask },
    heads: {
      Refund: { approve: true, approveCondition: small },
      'Mark as shipped': { approve: true },
    },
    bosses: {
      Refund: { ...ask, approve: true, selfApprove: true },
      'Mark as shipped': { approve: true },
    },
  }
  for (const [role, actions] of Object.entries(rights)) {
    const name = roles[role as keyof typeof roles]
    const { id } = await admin.send<{ id: number }>('POST', `${projectPath}/roles`, { name })
    await admin.send('PUT', `${environmentPath}/roles/${id}/rights`, {
      defaults: look,
      collections: { orders: { ...look, actions } },
    })
  }
  await admin.close()
  clerk = await createPerson({ role: roles.clerks, team: 'Operations' })
  head = await createPerson({ role: roles.heads, team: 'Operations' })
  boss = await createPerson({ role: roles.bosses, team: 'Operations' })
  records = await openAgentClient(await findPerson('manager'), await findShopPlace())
}, 60_000)

interface Request {
  readonly id: number
  readonly reference: string
  /** How often the refund was paid, by the account of the customer. */
  readonly countRuns: () => Promise<number>
}

const pad = (order: number) => `ORD-${String(order).padStart(6, '0')}`

/** Somebody asks for a refund, as the panel would for them. */
async function requestRefund(order: number, amount: number, who = clerk): Promise<Request> {
  const before = await readBalance(order)
  const { id } = await askService<{ id: number }>(who, 'POST', approvals, {
    collectionName: 'orders',
    actionName: 'Refund',
    recordIds: [String(order)],
    inputs: [
      { name: 'Amount', type: 'Number', value: amount },
      { name: 'Reason', type: 'Enum', value: 'Damaged' },
    ],
  })
  const countRuns = async () => Number((((await readBalance(order)) - before) / amount).toFixed(3))
  return { id, reference: pad(order), countRuns }
}

async function readBalance(order: number): Promise<number> {
  const query = 'fields[orders]=customer&fields[customer]=balance'
  const { body } = await records.send<{
    included: readonly { attributes: { balance: number } }[]
  }>('GET', `/orders/${order}?${query}`)
  return Number(body.included[0]?.attributes.balance)
}

const readStatus = async (id: number) =>
  (await askService<{ status: string }>(head, 'GET', `${approvals}/${id}`)).status

const path = (id: number | string = '') => formatPath(shop, `approvals${id && `/${id}`}`)
const button = (page: Page, name: string) => page.getByRole('button', { name })
const approve = (page: Page) => button(page, 'Approve and run')
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })
const hint = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

describePanel('an approval', () => {
  journey(
    'goes from the request of one person to the run by another, by keys',
    async ({ openPage }) => {
      const asking = await openPage({ person: clerk })
      asking.problems.allow(/status of 403/)
      const balance = await readBalance(1101)
      await asking.page.goto(formatPath(shop, 'data/orders/1101'))
      await asking.page.getByRole('button', { name: 'Actions', exact: true }).last().click()
      await asking.page.getByRole('menuitem', { name: 'Refund', exact: true }).click()
      const drawer = asking.page.getByRole('dialog', { name: 'Refund' })
      await drawer.getByLabel('Amount').fill('7')
      await drawer.getByRole('radio', { name: 'Damaged' }).check()
      await drawer.getByRole('button', { name: 'Refund' }).click()
      await drawer.getByLabel('Comment').fill('The parcel was wet.')
      await drawer.getByRole('button', { name: 'Ask for approval' }).click()
      await drawer.getByText(/Approval requested/).waitFor()

      const { page } = await openPage({ person: head })
      await page.goto(formatPath(shop, 'data/orders'))
      await page.getByText('ORD-002000').first().waitFor()
      await page.keyboard.press('g')
      await page.keyboard.press('a')
      const row = page
        .getByRole('listitem')
        .getByRole('link', { name: /Refund/ })
        .first()
      await row.waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: pad(1101) }).waitFor()
      await hint(page, /Asked by .* \(Operations\)/)
      await hint(page, /expires in 6 days/)
      await hint(page, 'The parcel was wet.')
      expect(await page.getByRole('definition').allTextContents()).toEqual(['7', 'Damaged'])
      expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
      await page.keyboard.press('Control+Enter')
      await hint(page, 'Refunded 7.')
      await hint(page, /You approved it .* The action has run\./)
      expect(await approve(page).count()).toBe(0)
      expect(await readBalance(1101)).toBeCloseTo(balance + 7)

      if (!isLongRun) return
      await asking.page.goto(`${path()}?tab=mine`)
      await asking.page.getByRole('listitem').getByText('Done').first().waitFor()
    },
  )

  longTest(
    'of a bulk action runs on each record, after its titles were shown',
    async ({ openPage }) => {
      const { body } = await records.send<{ data: readonly { id: string }[] }>(
        'GET',
        `/orders?fields[orders]=id&page[size]=2&sort=id&filters=${encodeURIComponent(
          JSON.stringify({ field: 'status', operator: 'equal', value: 'paid' }),
        )}`,
      )
      const ids = body.data.map(({ id }) => id)
      const { id } = await askService<{ id: number }>(clerk, 'POST', approvals, {
        collectionName: 'orders',
        actionName: 'Mark as shipped',
        recordIds: ids,
        inputs: [],
      })
      const { page } = await openPage({ person: head })
      await page.goto(path(id))
      for (const each of ids) await page.getByRole('link', { name: pad(Number(each)) }).waitFor()
      await approve(page).click()
      await hint(page, '2 orders are on their way.')
      // The records are shown as they are now.
      await expect.poll(() => page.getByText('shipped', { exact: true }).count()).toBe(2)
    },
  )

  longTest(
    'is decided once by two people at the same moment, and runs once',
    async ({ openPage }) => {
      const { id, countRuns } = await requestRefund(1102, 3)
      const pages: Page[] = []
      for (const person of [head, boss]) {
        const { page, problems } = await openPage({ person })
        problems.allow(/status of 409/)
        await page.goto(path(id))
        await approve(page).waitFor()
        pages.push(page)
      }
      await Promise.all(pages.map(page => approve(page).click()))
      const ran = (page: Page) => page.getByText('Refunded 3.').count()
      const lost = (page: Page) =>
        page
          .getByRole('alert')
          .getByText(/settled in the meantime/)
          .count()
      await expect
        .poll(async () => await Promise.all(pages.map(async p => (await ran(p)) + (await lost(p)))))
        .toEqual([1, 1])
      const [winner = -1] = (await Promise.all(pages.map(ran))).flatMap((n, i) => (n ? [i] : []))
      const loser = pages[1 - winner]!
      // It says who decided, and what.
      await hint(loser, /Tester approved it/)
      expect(await countRuns()).toBe(1)
    },
  )

  test('that is rejected runs nothing, and says why to whoever asked, who could not decide', async ({
    openPage,
  }) => {
    const { id, countRuns } = await requestRefund(1103, 4)
    const asking = await openPage({ person: clerk })
    await asking.page.goto(path(id))
    await hint(asking.page, 'Somebody else has to decide.')
    expect(await approve(asking.page).count()).toBe(0)
    await asking.page.getByLabel('Comment', { exact: true }).fill('The customer waits.')
    await button(asking.page, 'Add comment').click()
    await asking.page.getByRole('listitem').getByText('The customer waits.').waitFor()
    const { page } = await openPage({ person: head })
    await page.goto(path(id))
    await page.getByLabel('Comment', { exact: true }).fill('A voucher is enough.')
    await button(page, 'Reject').click()
    await hint(page, /You rejected it .* Nothing has run\./)
    await asking.page.reload()
    await hint(asking.page, /Tester rejected it/)
    await hint(asking.page, 'A voucher is enough.')
    expect([await countRuns(), await readStatus(id)]).toEqual([0, 'rejected'])
    // What nobody has decided can be taken back.
    const second = await requestRefund(1103, 4)
    await asking.page.goto(path(second.id))
    await button(asking.page, 'Cancel the request').click()
    await hint(asking.page, /You cancelled it/)
    expect(await readStatus(second.id)).toBe('cancelled')
  })

  longTest('of their own is given only by people who may', async ({ openPage }) => {
    const { id, countRuns } = await requestRefund(1104, 5, boss)
    const { page } = await openPage({ person: boss })
    await page.goto(path(id))
    await hint(page, 'Asked by you')
    await approve(page).click()
    await hint(page, 'Refunded 5.')
    expect(await countRuns()).toBe(1)
  })

  longTest('that a condition forbids them stays for those who may run it', async ({ openPage }) => {
    const { id, countRuns } = await requestRefund(1105, limit + 10)
    const refused = await openPage({ person: head })
    refused.problems.allow(/status of 403/)
    await refused.page.goto(path(id))
    await approve(refused.page).click()
    const alert = refused.page.getByRole('alert')
    await alert.getByText('you may not approve it for these records').waitFor()
    await alert.getByText(roles.bosses).waitFor()
    expect([await countRuns(), await readStatus(id)]).toEqual([0, 'approved'])
    const { page } = await openPage({ person: boss })
    await page.goto(path())
    const list = page.getByRole('region', { name: 'Approved, not run yet' })
    await list.locator(`[data-approval="${id}"]`).click()
    await hint(page, /Tester approved it .* It has not run yet\./)
    await run(page).click()
    await hint(page, `Refunded ${limit + 10}.`)
    expect(await countRuns()).toBe(1)
  })

  longTest('that expired while it was open says so, and runs nothing', async ({ openPage }) => {
    const { id, countRuns } = await requestRefund(1106, 6)
    const { page, problems } = await openPage({ person: head })
    problems.allow(/status of 409/)
    await page.goto(path(id))
    await approve(page).waitFor()
    // The days of the service cannot be shortened here: its own suites prove that it refuses.
    await page.route(`**/approvals/${id}/approve`, route =>
      route.fulfill({ status: 409, json: { code: 'wrong_state', message: 'It is expired.' } }),
    )
    await page.route(`**/approvals/${id}`, async route => {
      const body = await (await route.fetch()).json()
      const expiresAt = new Date(Date.now() - 60_000).toISOString()
      await route.fulfill({ json: { ...body, status: 'expired', mayDecide: false, expiresAt } })
    })
    await approve(page).click()
    await hint(page, /Nobody decided in time: it expired .* Nothing has run\./)
    expect(await approve(page).count()).toBe(0)
    expect(await countRuns()).toBe(0)
  })

  longTest(
    'goes on after the service was away or the page was loaded again in the middle',
    async ({ openProxied }) => {
      const { id, countRuns } = await requestRefund(1107, 8)
      const { page, proxy } = await openProxied({ person: head })
      await page.goto(path(id))
      await approve(page).waitFor()
      // The decision arrives, then the service is gone.
      const restore = proxy.add(({ url }) =>
        url.pathname.endsWith('/execution')
          ? { status: 502, headers: { 'content-type': 'text/html' } }
          : undefined,
      )
      await approve(page).click()
      const alert = page.getByRole('alert')
      await alert.getByText('It is approved, but has not run.').waitFor()
      expect([await countRuns(), await readStatus(id)]).toEqual([0, 'approved'])
      await button(page, 'Try again').click()
      await alert.getByText('It is approved, but has not run.').waitFor()
      restore()
      await page.reload()
      await hint(page, /You approved it .* It has not run yet\./)
      await run(page).click()
      await hint(page, 'Refunded 8.')
      expect(await countRuns()).toBe(1)
    },
  )

  longTest('whose decision got no response is found again, and goes on', async ({ openPage }) => {
    const { id, countRuns } = await requestRefund(1108, 9)
    const { page, problems } = await openPage({ person: head })
    problems.allow(/ERR_/)
    await page.goto(path(id))
    await page.route(
      `**/approvals/${id}/approve`,
      async route => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await approve(page).click()
    await page.getByRole('alert').getByText('not known whether your approval was stored').waitFor()
    await button(page, 'Try again').click()
    await hint(page, 'Refunded 9.')
    expect(await countRuns()).toBe(1)
  })

  longTest(
    'runs once while the agent is away, and when only its response is lost',
    async ({ openPage }) => {
      const { id, countRuns } = await requestRefund(1109, 11)
      const { page, problems } = await openPage({ person: head })
      problems.allow(/ERR_/)
      await page.goto(path(id))
      const runs = /_actions\/orders\/\d+\/refund\?/
      await page.route(runs, route => route.abort(), { times: 1 })
      await approve(page).click()
      const alert = page.getByRole('alert')
      await alert.getByText('an approved action runs at most once').waitFor()
      expect([await countRuns(), await readStatus(id)]).toEqual([0, 'approved'])
      await page.route(
        runs,
        async route => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await button(page, 'Try again').click()
      await alert.getByText(/You approved it .* The action (is running|has run)\./).waitFor()
      await hint(page, /The action has run\./)
      expect(await button(page, 'Try again').count()).toBe(0)
      expect(await countRuns()).toBe(1)
    },
  )

  longTest(
    'whose action failed keeps its reason, and cannot be run again',
    async ({ openPage }) => {
      const { id, countRuns } = await requestRefund(1110, limit + 100_000)
      const { page, problems } = await openPage({ person: boss })
      problems.allow(/status of 400/)
      await page.goto(path(id))
      const gate = createGate()
      await page.route(/_actions\/orders\/\d+\/refund\?/, async route => {
        await gate.isOpen
        await route.continue()
      })
      await approve(page).click()
      await page.getByRole('status').getByText('Running…').waitFor()
      expect(await approve(page).isDisabled()).toBe(true)
      gate.open()
      await page.getByRole('alert').getByText('no more can be refunded').waitFor()
      await hint(page, 'The approval is used up.')
      await hint(page, /The action failed\./)
      expect(await approve(page).count()).toBe(0)
      expect(await countRuns()).toBe(0)
    },
  )
})

describePanel('the list of approvals', () => {
  longTest(
    'is filtered in the address, saved as CSV, and says when nothing matches',
    async ({ openPage }) => {
      const { id } = await requestRefund(1111, 12)
      const { page } = await openPage({ person: boss })
      await page.goto(path())
      const row = page.locator(`[data-approval="${id}"]`)
      await row.waitFor()
      await page.getByRole('combobox', { name: 'Action' }).selectOption('Mark as shipped')
      await row.waitFor({ state: 'detached' })
      expect(new URL(page.url()).searchParams.get('action')).toBe('Mark as shipped')
      await page.getByRole('combobox', { name: 'Action' }).selectOption('Refund')
      await page.getByRole('combobox', { name: 'Collection' }).selectOption('orders')
      await page.getByRole('combobox', { name: 'Date' }).selectOption('Last 7 days')
      const requester = page.getByRole('combobox', { name: 'Requester' })
      const names = await requester.getByRole('option').allTextContents()
      const findName = ({ email }: Person) =>
        names.find(name => name.toLowerCase().startsWith(email.split('@')[0]!)) ?? `no ${email}`
      await requester.selectOption(findName(clerk))
      await page.reload()
      await row.waitFor()
      const saving = page.waitForEvent('download')
      await button(page, 'Save the list as CSV').click()
      const file = await text(await (await saving).createReadStream())
      expect(file).toMatch(new RegExp(`^${id},pending,orders,Refund`, 'm'))
      await requester.selectOption(findName(boss))
      await page.getByRole('combobox', { name: 'Action' }).selectOption('Mark as shipped')
      await hint(page, 'No request matches the filters')
      await button(page, 'Clear filters').click()
      await row.waitFor()
    },
  )

  longTest('is two pages on a phone', async ({ openPage }) => {
    const { id } = await requestRefund(1112, 13)
    const viewport = { width: 360, height: 740 }
    const { page } = await openPage({ person: head, viewport })
    await page.goto(path())
    await page.locator(`[data-approval="${id}"]`).click()
    await approve(page).waitFor()
    expect(await page.getByRole('combobox', { name: 'Action' }).count()).toBe(0)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await button(page, 'Back to the list').click()
    await page.getByRole('combobox', { name: 'Action' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.goto(path('nothing'))
    await hint(page, 'There is no such request here')
  })
})
