import { type Browser, chromium } from 'playwright-core'
import type { Work } from './create-load.js'

/** A page of the panel in a browser, which stays open while instances are killed. */
export interface OpenedPanel {
  /** Finds one record after the other. */
  readonly work: Work
  /** How often its event stream was opened. */
  readonly streams: number
  /** Errors that the code of the page did not catch. */
  readonly problems: readonly string[]
  /** Resolves when the page shows a mention, without having been loaded again. */
  showsMention(): Promise<void>
}

/** Starts a browser for which the hosts of a proxy are on this machine. */
export const startBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--host-resolver-rules=MAP *.example.com 127.0.0.1'],
  })

/** Opens a list of the panel with somebody's session. */
export async function openPanel(
  browser: Browser,
  address: string,
  { cookie = '' }: Readonly<Record<string, string>>,
): Promise<OpenedPanel> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: new URL(address).origin, secure: true }])
  const page = await context.newPage()
  const problems: string[] = []
  let streams = 0
  let loads = 0
  page.on('pageerror', error => problems.push(String(error)))
  page.on('load', () => {
    loads += 1
  })
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/api/events') streams += 1
  })
  await page.goto(address)
  await page.getByRole('row').nth(1).waitFor()
  let turn = 0
  return {
    async work() {
      turn = (turn % 50) + 1
      await page.getByRole('searchbox', { name: 'Search' }).first().fill(`Order ${turn}`)
      await page.keyboard.press('Enter')
      await page
        .getByRole('row')
        .filter({ has: page.getByText(`Order ${turn}`, { exact: true }) })
        .waitFor()
    },
    get streams() {
      return streams
    },
    problems,
    async showsMention() {
      await page.getByRole('link', { name: 'Inbox, 1 unread mention' }).waitFor()
      if (loads > 1) problems.push(`The page was loaded ${loads} times.`)
    },
  }
}
