import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { describe, expect, inject, test as plainTest } from 'vitest'
import type { PanelShop } from './provided.js'
import { type Problems, watchContext } from './watch-context.js'

interface OpenedPage {
  readonly page: Page
  readonly problems: Problems
}

interface Fixtures {
  /** Opens a page in a browser context of its own. Whatever goes wrong in it fails the test. */
  readonly openPage: (options?: BrowserContextOptions) => Promise<OpenedPage>
}

/** The shop of the run; in a suite that is skipped, a name that leads nowhere. */
export const shop: PanelShop = inject('panelShop') ?? {
  serviceUrl: 'http://service.invalid',
  agentUrl: 'http://agent.invalid',
  projectName: '',
  environmentName: '',
  email: '',
  password: '',
}

const browserUrl = inject('browserUrl')
let connecting: Promise<Browser> | undefined

/** A test in a real browser; skipped when there is none. */
export const test = plainTest.extend<Fixtures>({
  openPage: async ({ task }, use) => {
    connecting ??= chromium.connect(browserUrl ?? '')
    const browser = await connecting
    const opened: { close(): Promise<void>; problems: Problems }[] = []
    await use(async options => {
      const context = await browser.newContext({ baseURL: shop.serviceUrl, ...options })
      const problems = await watchContext(context, [shop.serviceUrl, shop.agentUrl])
      opened.push({ close: () => context.close(), problems })
      return { page: await context.newPage(), problems }
    })
    for (const { close } of opened) await close()
    expect(
      opened.flatMap(({ problems }) => problems.list()),
      `problems in '${task.name}'`,
    ).toEqual([])
  },
})

/** A suite that needs a browser. */
export const describePanel: (name: string, suite: () => void) => void = describe.skipIf(
  browserUrl === undefined,
)
