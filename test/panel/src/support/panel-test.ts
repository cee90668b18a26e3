import { basename } from 'node:path'
import { isLongRun } from '@service/test-support'
import { type Browser, type BrowserContextOptions, firefox, type Page } from 'playwright-core'
import { describe, expect, inject, test as plainTest } from 'vitest'
import type { AgentName } from './agents/known-agents.js'
import { type BrowserProxy, startBrowserProxy } from './browser-proxy.js'
import { askControlOnce } from './control/ask-control.js'
import { findPlace } from './find-place.js'
import { launchChromium } from './launch-browser.js'
import { findPerson, type Person, type PersonName } from './people.js'
import type { PanelPlace } from './place.js'
import type { PanelShop } from './provided.js'
import { recordOperations } from './record-operations.js'
import { type Problems, watchContext } from './watch-context.js'

interface OpenedPage {
  readonly page: Page
  readonly problems: Problems
}

interface ProxiedPage extends OpenedPage {
  readonly proxy: BrowserProxy
}

export interface PageOptions extends BrowserContextOptions {
  /** Who is signed in already. Absent: nobody. */
  readonly person?: PersonName | Pick<Person, 'cookie'>
  /** Servers of the test's own that pages may call. */
  readonly origins?: readonly string[]
}

export interface Fixtures {
  /** Opens a page in a browser context of its own. Whatever goes wrong in it fails the test. */
  readonly openPage: (options?: PageOptions) => Promise<OpenedPage>
  /** Opens a page behind a proxy that can fail. What browsers report about that is no problem. */
  readonly openProxied: (options?: PageOptions) => Promise<ProxiedPage>
  /** Starts an agent besides that of the shop. Skips the test when its database is not installed. */
  readonly openPlace: (name: AgentName) => Promise<PanelPlace>
}

/** The origins of agents that this worker asked for: their pages may call them. */
const openedOrigins = new Set<string>()

const chromium = inject('chromium')

/** In a suite that is skipped: a name that leads nowhere. */
const noShop: PanelShop = {
  serviceUrl: 'http://service.invalid',
  agentUrl: 'http://agent.invalid',
  projectName: '',
  environmentName: '',
  email: '',
  password: '',
  apiToken: '',
}

/** The shop of the run. */
export const shop: PanelShop = chromium ? await askControlOnce<PanelShop>('/shop') : noShop

const firefoxUrl = inject('firefoxUrl')

/** A function that opens a browser once in each worker. */
function once(open: () => Promise<Browser>): () => Promise<Browser> {
  let opening: Promise<Browser> | undefined
  return () => {
    opening ??= open()
    return opening
  }
}

const openChromium = once(() => launchChromium(chromium ?? ''))
const openFirefox = once(() => firefox.connect(firefoxUrl ?? ''))

/** Tests whose pages are opened in a browser. */
const createTest = (openBrowser: () => Promise<Browser>) =>
  plainTest.extend<Fixtures>({
    openPage: async ({ task }, use) => {
      const browser = await openBrowser()
      const opened: { close(): Promise<void>; problems: Problems }[] = []
      await use(async ({ person, origins = [], ...options } = {}) => {
        const cookies = person ? await readCookies(person) : []
        const context = await browser.newContext({
          baseURL: shop.serviceUrl,
          reducedMotion: 'reduce',
          ...options,
          ...(person && { storageState: { cookies, origins: [] } }),
        })
        const serviceUrl = options.baseURL ?? shop.serviceUrl
        const known = [serviceUrl, shop.agentUrl, ...openedOrigins, ...origins]
        const problems = await watchContext(context, known)
        const { filepath } = task.file
        recordOperations(context, { file: basename(filepath), test: task.name })
        opened.push({ close: () => context.close(), problems })
        if (browser.browserType() === firefox) await context.addInitScript(insertLikeKeys)
        const page = await context.newPage()
        await slowDown(page)
        return { page, problems }
      })
      for (const { close } of opened) await close()
      expect(
        opened.flatMap(({ problems }) => problems.list()),
        `problems in '${task.name}'`,
      ).toEqual([])
    },
    openProxied: async ({ openPage }, use) => {
      const proxies: BrowserProxy[] = []
      await use(async options => {
        const proxy = await startBrowserProxy()
        proxies.push(proxy)
        const opened = await openPage({ ...options, proxy: { server: proxy.server } })
        opened.problems.allow(/Failed to load resource|ERR_|CORS|blocked by/)
        return { ...opened, proxy }
      })
      for (const proxy of proxies) await proxy.close()
    },
    openPlace: async ({ skip }, use) => {
      await use(async name => {
        const place = await findPlace(name)
        if (!place) return skip(`the database of '${name}' is not installed`)
        openedOrigins.add(new URL(place.agentUrl).origin)
        return place
      })
    },
  })

/** A test in a real browser; skipped when there is none. */
export const test = createTest(openChromium)

/** Makes `fill` insert its text as keys do: what Playwright does in Firefox escapes the notice of React. */
function insertLikeKeys(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set: () => {},
  })
}

/** `SLOW_BROWSER=8`: pages run so many times slower, which shows what depends on being quick. */
const slowness = Number(process.env.SLOW_BROWSER ?? 1)

async function slowDown(page: Page): Promise<void> {
  if (slowness === 1) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
}

/** The session of somebody as a browser keeps it: signing in by the form takes a second each time. */
async function readCookies(person: PersonName | Pick<Person, 'cookie'>) {
  const { cookie } = typeof person === 'string' ? await findPerson(person) : person
  return cookie.split('; ').map(text => {
    const [name = '', value = ''] = text.split('=')
    const domain = new URL(shop.serviceUrl).hostname
    return {
      ...{ name, value, domain, path: '/', expires: -1 },
      ...{ httpOnly: true, secure: false, sameSite: 'Lax' as const },
    }
  })
}

/** A test of the long runs: one that is quicker proves most of it in `npm test`. */
export const longTest: typeof test = isLongRun ? test : (test.skip as typeof test)

const inFirefox = createTest(openFirefox)
const firefoxTest = firefoxUrl ? inFirefox : inFirefox.skip

/** What people do every day: a test in Chromium and, in long runs, in Firefox. */
export function journey(name: string, run: (fixtures: Fixtures) => Promise<void>): void {
  test(name, run)
  if (isLongRun) firefoxTest(`${name}, in Firefox`, run)
}

/** A suite that needs a browser. */
export const describePanel: (name: string, suite: () => void) => void = describe.skipIf(
  chromium === undefined,
)
