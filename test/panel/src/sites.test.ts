import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { describePanel, shop, test } from './support/panel-test.js'
import { formatPath } from './support/place.js'
import { signIn } from './support/sign-in.js'

/** Makes the browser refuse third-party cookies in a page, as browsers do by default or on request. */
async function blockThirdPartyCookies(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCookieControls', {
    enableThirdPartyCookieRestriction: true,
  })
}

describePanel('a service and an agent on different sites, without third-party cookies', () => {
  test('work together: sign-in, list, search, edit, action, export, renewal, sign-out', async ({
    openPage,
    openPlace,
  }) => {
    const place = await openPlace('Every action')
    expect([shop.serviceUrl, place.agentUrl].map(url => new URL(url).hostname)).toEqual([
      '127.0.0.1',
      'localhost',
    ])
    const { page } = await openPage()
    await blockThirdPartyCookies(page)
    const agentCookies: (string | null)[] = []
    page.on('request', async request => {
      if (request.url().startsWith(place.agentUrl)) {
        agentCookies.push(await request.headerValue('cookie'))
      }
    })
    await page.clock.install()
    await signIn(page, shop, formatPath(place, 'data/tasks'))
    const table = page.getByRole('table')
    await table.getByText('Task ').first().waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).first().fill('Task 288')
    await page.keyboard.press('Enter')
    await page.getByText('1 record', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Export as CSV' }).click()
    const exported = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await exported

    await page.goto(formatPath(place, 'data/tasks/288'))
    await page.getByRole('heading', { name: 'Task 288' }).waitFor()
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Note' }).fill('Edited across sites')
    await page.keyboard.press('Control+s')
    await page.getByText('Task 288 is saved').waitFor()
    await page.keyboard.press('a')
    await page.getByRole('menuitem', { name: 'Close' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click()
    await page.getByText('Closed 1.').first().waitFor()

    const renewal = page.waitForResponse('**/authentication/renew')
    await page.clock.fastForward('50:00')
    expect((await renewal).status()).toBe(200)
    // A page that is loaded again has no drawer.
    if (isLongRun) await page.reload()
    else await page.keyboard.press('Escape')
    await page.getByText('Edited across sites').first().waitFor()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    expect(agentCookies.length).toBeGreaterThan(3)
    expect(agentCookies.filter(Boolean)).toEqual([])
  })

  test('are kept apart by this browser: what one sets in a page of the other is not stored', async ({
    openPage,
  }) => {
    const server = createServer(({ url, headers: { host = '' } }, response) => {
      response.setHeader('content-type', 'text/html')
      if (url === '/outer') {
        const inner = `http://${host.replace('127.0.0.1', 'localhost')}/`
        return response.end(`<iframe src="${inner}"></iframe>`)
      }
      response.setHeader('set-cookie', 'third=1; SameSite=None; Secure')
      return response.end('<p>A page that sets a cookie.</p>')
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const url = `http://localhost:${port}/`
    const { page, problems } = await openPage()
    problems.allow(/a request to|Failed to load resource/)
    await blockThirdPartyCookies(page)
    const listCookies = async () => (await page.context().cookies(url)).map(({ name }) => name)
    await page.goto(`http://127.0.0.1:${port}/outer`)
    await page.frameLocator('iframe').getByText('A page that sets a cookie.').waitFor()
    expect(await listCookies()).toEqual([])
    await page.goto(url)
    expect(await listCookies()).toEqual(['third'])
    server.closeAllConnections()
    await new Promise(done => server.close(done))
  })
})
