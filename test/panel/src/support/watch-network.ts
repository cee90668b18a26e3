import type { Page } from 'playwright-core'

/** A request as the browser sent it; Playwright itself does not tell of preflights. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly isPreflight: boolean
  /** Code that a script loads, on use or while nothing else happens. */
  readonly isLazyCode: boolean
  /** In milliseconds since 1970. */
  readonly sentAt: number
}

export interface Network {
  /** What was sent since the last call. */
  take(): readonly SentRequest[]
  /** The same, without forgetting it. */
  peek(): readonly SentRequest[]
}

/** Records every request of a page, preflights included. */
export async function watchNetwork(page: Page): Promise<Network> {
  const client = await page.context().newCDPSession(page)
  let sent: SentRequest[] = []
  client.on('Network.requestWillBeSent', ({ request, type, initiator, wallTime }) => {
    if (/^(data|blob):/.test(request.url)) return
    const { method, url, postData: body = '' } = request
    sent.push({
      method,
      url,
      body,
      isPreflight: type === 'Preflight',
      isLazyCode: isAsset(url) && initiator.type === 'script',
      sentAt: wallTime * 1_000,
    })
  })
  await client.send('Network.enable', { maxPostDataSize: 1_000_000 })
  return {
    peek: () => sent,
    take() {
      const taken = sent
      sent = []
      return taken
    },
  }
}

const isAsset = (url: string) => new URL(url).pathname.startsWith('/app/assets/')

/** How long a page sends nothing before its requests count as sent. */
const QUIET_MS = 400

/**
 * Holds every request of a page until the page sends no more, then lets all of them go, and so on. Returns
 * how often that was needed until `isDone`, and what was sent each time: the round trips of a slow network. Fonts and code
 * that scripts load are not waited for.
 */
export async function countSteps(
  page: Page,
  run: () => Promise<unknown>,
  isDone: () => boolean,
): Promise<readonly (readonly string[])[]> {
  const client = await page.context().newCDPSession(page)
  const steps: string[][] = []
  let held: { readonly id: string; readonly name: string }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const release = () => {
    const released = held
    held = []
    // What is sent afterwards is none of them.
    if (!isDone()) steps.push(released.map(({ name }) => name))
    for (const { id } of released) {
      // Who left the page does not wait for an answer.
      client.send('Fetch.continueRequest', { requestId: id }).catch(() => {})
    }
  }
  client.on('Fetch.requestPaused', ({ requestId, request }) => {
    if (isAsset(request.url) && steps.length > 1) {
      client.send('Fetch.continueRequest', { requestId }).catch(() => {})
      return
    }
    held.push({ id: requestId, name: `${request.method} ${new URL(request.url).pathname}` })
    clearTimeout(timer)
    timer = setTimeout(release, QUIET_MS)
  })
  await client.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  await run()
  clearTimeout(timer)
  await client.send('Fetch.disable')
  return steps
}
