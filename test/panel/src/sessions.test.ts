import { randomUUID } from 'node:crypto'
import { createGate } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { findAccessibilityProblems } from './support/axe.js'
import type { BrowserProxy } from './support/browser-proxy.js'
import { holdCode } from './support/hold-code.js'
import { leaveOutNews } from './support/leave-out-news.js'
import { looks } from './support/looks.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson } from './support/people.js'
import { formatPath } from './support/place.js'
import { signIn } from './support/sign-in.js'

const orders = formatPath(shop, 'data/orders')

const search = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Search' }).first().fill(text)
const order = (page: Page, number: string) => page.getByRole('table').getByText(number)

/** Ends the session at the service, as its expiry does, and that of the agent with it. */
async function endSessions(page: Page, proxy: BrowserProxy): Promise<void> {
  const cookies = await page.context().cookies(shop.serviceUrl)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await askService({ cookie }, 'DELETE', '/api/session')
  const tokens = new Set(proxy.passed.map(each => each.headers.authorization))
  proxy.add(({ headers: { authorization } }) =>
    authorization !== undefined && tokens.has(authorization)
      ? { status: 401, body: '{"errors":[]}' }
      : undefined,
  )
}

describePanel('a session that ends while somebody works', () => {
  test('is opened again beside the page: a form stays as it is, and is saved', async ({
    openProxied,
  }) => {
    const { page, proxy } = await openProxied()
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    await signIn(page, person, orders.replace(/orders$/, 'suppliers'))
    await page.getByRole('row').nth(2).waitFor()
    await page.keyboard.press('c')
    const form = page.getByRole('dialog', { name: 'New: Suppliers' })
    const name = `Patient ${randomUUID().slice(0, 8)}`
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Country').fill('JP')
    await endSessions(page, proxy)
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const opening = page.context().waitForEvent('page')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    const window = await opening
    await window.getByLabel('E-mail address').fill(person.email)
    await window.getByLabel('Password').fill(person.password)
    // The form is still there, with every word.
    const behind = page.getByRole('dialog', { name: 'New: Suppliers', includeHidden: true })
    expect(await behind.getByLabel('Name').inputValue()).toBe(name)
    const closed = window.waitForEvent('close')
    await window.getByRole('button', { name: 'Sign in' }).click()
    await closed
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(`${name} is created`).waitFor()
    expect(await page.getByRole('status').filter({ hasText: 'session' }).count()).toBe(0)
    // A change in the new session has its CSRF token.
    const saved = page.waitForResponse('**/api/me/preferences')
    await page.keyboard.press('Shift+D')
    expect((await saved).status()).toBe(200)
  })

  longTest('can wait: the page says so, and goes on later', async ({ openProxied }) => {
    const { page, proxy } = await openProxied()
    await signIn(page, shop, orders)
    await order(page, 'ORD-002000').waitFor()
    await endSessions(page, proxy)
    await search(page, 'ORD-001291')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByRole('button', { name: 'Not now' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    const banner = page.getByRole('status').filter({ hasText: 'Your session has ended' })
    await banner.waitFor()
    // What is only read does not ask again: it says why it is not there.
    await search(page, 'ORD-001292')
    await page.getByText('Sign in again to go on where you are.').waitFor()
    expect(await dialog.count()).toBe(0)
    await banner.getByRole('button', { name: 'Sign in again' }).click()
    await dialog.waitFor()
    // In another tab of the same browser.
    const other = await page.context().newPage()
    await signIn(other, shop, orders)
    await other.close()
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await dialog.waitFor({ state: 'detached' })
    await order(page, 'ORD-001292').waitFor()
    await banner.waitFor({ state: 'detached' })
  })

  longTest('does not go on in the name of somebody else', async ({ openProxied }) => {
    const { page, proxy } = await openProxied()
    const other = await createPerson({ role: 'Support', team: 'Support' })
    await signIn(page, shop, orders)
    await order(page, 'ORD-002000').waitFor()
    await endSessions(page, proxy)
    await search(page, 'ORD-001292')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    const tab = await page.context().newPage()
    await signIn(tab, other, '/app')
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await dialog.getByText(`${other.email} is signed in in this browser now`).waitFor()
    expect(await dialog.isVisible()).toBe(true)
    let batches = 0
    page.on('request', request => {
      if (request.url().endsWith('/_batch')) batches += 1
    })
    await dialog.getByRole('button', { name: 'Not now' }).last().click()
    await page.getByRole('status').filter({ hasText: 'Your session has ended' }).waitFor()
    expect(batches).toBe(0)
  })
})

describePanel('a session of the agent', () => {
  longTest('is renewed after 50 minutes while somebody looks', async ({ openPage }) => {
    const { page } = await openPage({ person: 'manager' })
    await page.clock.install()
    await page.goto(orders)
    await order(page, 'ORD-002000').waitFor()
    const renewal = page.waitForResponse('**/authentication/renew')
    await page.clock.fastForward('50:00')
    expect((await renewal).status()).toBe(200)
    const next = page.waitForRequest('**/_batch')
    await search(page, 'ORD-001293')
    await page.clock.runFor(1_000)
    expect((await next).headers().authorization).toBeDefined()
    await order(page, 'ORD-001293').waitFor()
  })
})

describePanel('what the browser stores', () => {
  longTest(
    'lets the shell appear before any answer, and is never a record',
    async ({ openProxied }) => {
      const { page, proxy } = await openProxied()
      await signIn(page, shop, orders)
      await order(page, 'ORD-002000').waitFor()
      const readStored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
      await expect.poll(readStored).toContain('schema')
      expect(await readStored()).not.toContain('ORD-')
      expect(await readStored()).not.toMatch(/"csrfToken\\?":\\?"[^"\\]/)
      const answers = createGate()
      const remove = proxy.add(({ url }) =>
        url.pathname.startsWith('/api/') ? { holdUntil: answers.isOpen } : undefined,
      )
      await page.reload()
      const navigation = page.getByRole('navigation', { name: 'Collections' })
      await navigation.getByRole('link', { name: 'Orders', exact: true }).first().waitFor()
      remove()
      answers.open()
      await order(page, 'ORD-002000').waitFor()
      const signOut = async () => {
        await page.getByRole('button', { name: /^Account of/ }).click()
        await page.getByRole('menuitem', { name: 'Sign out' }).click()
      }
      // Somebody who believes to be signed out may leave the machine.
      const allow = proxy.add(({ url, method }) =>
        method === 'DELETE' && url.pathname === '/api/session'
          ? { status: 500, body: '{}' }
          : undefined,
      )
      await signOut()
      await page.getByText('You are still signed in').first().waitFor()
      allow()
      await signOut()
      await page.waitForURL('**/sign-in')
      expect(await readStored()).not.toContain('panel ')
    },
  )

  longTest('is asked for once: the page preloads the boot document', async ({ openPage }) => {
    const { page } = await openPage({ person: 'manager' })
    const boots: string[] = []
    page.on('request', request => {
      if (request.url().includes('/api/boot')) boots.push(request.url())
    })
    await page.goto(orders)
    await order(page, 'ORD-002000').waitFor()
    expect(boots).toHaveLength(1)
  })

  test('is asked for and opened at the agent, once, while the script of the panel is still on its way', async ({
    openPage,
  }) => {
    const { page } = await openPage({ person: 'manager' })
    const boots: string[] = []
    const exchanges: string[] = []
    page.on('request', request => {
      if (request.url().includes('/api/boot')) boots.push(request.url())
      if (request.url().endsWith('/authentication/code')) exchanges.push(request.url())
    })
    const release = await holdCode(page, 'index')
    const isOpened = page.waitForResponse('**/authentication/code')
    await page.goto(orders, { waitUntil: 'commit' })
    await isOpened
    expect(await page.locator('#panel > *').count()).toBe(0)
    release()
    await order(page, 'ORD-002000').waitFor()
    expect([boots.length, exchanges.length]).toEqual([1, 1])
  })
})

describePanel('the dialog of a new sign-in', () => {
  longTest.for(looks)('is accessible (%s)', async ([name, options], { openProxied }) => {
    const { page, proxy } = await openProxied(options)
    await leaveOutNews(page)
    await signIn(page, shop, orders)
    await page.getByText('ORD-002000').first().waitFor()
    // A count that is still under way would open the dialog before the button is pressed.
    await page.waitForLoadState('networkidle')
    await endSessions(page, proxy)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/ended-${name}.png` })
  })
})
