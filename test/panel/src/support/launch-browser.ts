import { type BrowserServer, chromium, firefox } from 'playwright-core'

/** A browser that the workers of a run share. */
export interface LaunchedBrowser {
  readonly url: string
  close(): Promise<void>
}

export const launchChromium = async (executablePath: string): Promise<LaunchedBrowser> =>
  // Chromium refuses its own sandbox to root, as whom containers run.
  describe(await chromium.launchServer({ executablePath, args: ['--no-sandbox'] }))

export const launchFirefox = async (executablePath: string): Promise<LaunchedBrowser> =>
  // The channel makes it WebDriver BiDi, which Firefox speaks as it is.
  describe(await firefox.launchServer({ executablePath, channel: 'moz-firefox' }))

const describe = (server: BrowserServer): LaunchedBrowser => ({
  url: server.wsEndpoint(),
  close: () => server.close(),
})
