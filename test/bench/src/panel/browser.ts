import { findChromium } from '@service/test-support'
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core'

/**
 * Undefined when there is no browser on this machine. Without a frame clock, a change is drawn at once
 * instead of in the next of 60 frames a second.
 */
export async function launchChromium({ hasFrameClock = true } = {}): Promise<Browser | undefined> {
  const executablePath = findChromium()
  if (!executablePath) return undefined
  const withoutClock = ['--disable-frame-rate-limit', '--disable-gpu-vsync']
  const args = ['--no-sandbox', '--enable-precise-memory-info']
  return chromium.launch({
    executablePath,
    args: [...args, ...(hasFrameClock ? [] : withoutClock)],
  })
}

export interface OpenTab {
  readonly context: BrowserContext
  readonly page: Page
  readonly session: CDPSession
}

/** A tab without a cache, signed in at the service of the cookie. */
export async function openTab(
  browser: Browser,
  serviceUrl: string,
  cookie: string,
): Promise<OpenTab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const cookies = cookie.split('; ').map(text => {
    const [name = '', value = ''] = text.split('=')
    return { name, value, url: serviceUrl }
  })
  await context.addCookies(cookies)
  await context.addInitScript(observePaints)
  const page = await context.newPage()
  return { context, page, session: await context.newCDPSession(page) }
}

/** What the script below puts into each page. */
export interface Observed {
  /** When the first rows were on the screen, from the beginning of the navigation. */
  rowsAt: Promise<number>
  /** Begins to wait for the press of a key or a button. Its evaluation ends before the input is sent, which would overtake it. */
  timeInput(isDone: () => boolean): void
  /** From that input to the picture in which `isDone`. */
  inputTime?: Promise<number>
}

/** Runs in the page. A picture is on the screen in the task after its frame. */
function observePaints(): void {
  const until = (isDone: () => boolean) =>
    new Promise<number>(resolve => {
      const look = () => {
        if (isDone()) setTimeout(() => resolve(performance.now()))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  const observed: Observed = {
    rowsAt: until(() => document.querySelector('[data-index]') !== null),
    timeInput(isDone) {
      observed.inputTime = new Promise(resolve => {
        const begin = async (event: Event) => {
          removeEventListener('keydown', begin, true)
          removeEventListener('pointerdown', begin, true)
          resolve((await until(isDone)) - event.timeStamp)
        }
        addEventListener('keydown', begin, true)
        addEventListener('pointerdown', begin, true)
      })
    },
  }
  Object.assign(window, { observed })
}
