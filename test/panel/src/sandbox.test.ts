import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { formatPath } from './support/place.js'

/** Opens a sandbox in a frame of the panel, sends it a message and returns what it sends back. */
function askSandbox(page: Page, file: string, sandbox: string, message: object): Promise<unknown> {
  return page.evaluate(
    ([file, sandbox, message]) =>
      new Promise(resolve => {
        const frame = document.createElement('iframe')
        frame.setAttribute('sandbox', sandbox)
        frame.src = `/app/sandbox/${file}`
        window.addEventListener('message', event => {
          if (event.source !== frame.contentWindow) return
          if (event.data.kind === 'ready') frame.contentWindow?.postMessage(message, '*')
          else if (event.data.kind !== 'height' || event.data.height > 10) {
            resolve({ origin: event.origin, ...event.data })
          }
        })
        document.body.append(frame)
      }),
    [file, sandbox, message] as const,
  )
}

/** A page of the panel on which nothing changes any more. */
async function openPanel(page: Page): Promise<void> {
  await page.goto(formatPath(shop, 'nowhere'))
  await page.getByText('There is nothing at this address').waitFor()
}

const POPUPS = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'
const colors = { text: 'rgb(1, 2, 3)', link: 'blue', scheme: 'light' }

describePanel('HTML of an action', () => {
  const show = async (page: Page, html: string) => {
    const sent = await askSandbox(page, 'html.html', POPUPS, { kind: 'show-html', html, colors })
    const frame = page.frames().findLast(each => each.url().endsWith('/html.html'))
    if (!frame) throw new Error('There is no frame.')
    return { sent, frame }
  }

  test('is shown with its styles, in an origin of its own, and runs no script, sends no form and reads nothing of the panel', async ({
    openPage,
  }) => {
    const { page, problems } = await openPage({ person: 'manager' })
    await openPanel(page)
    const { sent, frame } = await show(
      page,
      '<p style="color: red; height: 300px">Refunded <a href="https://bank.example/1">20 €</a></p>',
    )
    expect(sent).toMatchObject({ origin: 'null', kind: 'height' })
    expect((sent as { height: number }).height).toBeGreaterThan(300)
    const paragraph = frame.locator('p')
    expect(await paragraph.evaluate(each => getComputedStyle(each).color)).toBe('rgb(255, 0, 0)')
    const link = frame.getByRole('link', { name: '20 €' })
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await frame.evaluate(() => self.origin)).toBe('null')

    // The policy of the sandbox refuses the handlers even before they are purified away.
    problems.allow(/inline event handler|script-src-attr refuses inline/)
    const { frame: attacked } = await show(
      page,
      `<h1>Shown</h1><img src="data:," onerror="parent.postMessage({kind:'broken'},'*')">
       <script>document.title='broken'</script><svg onload="document.title='broken'"></svg>
       <form action="/sign-in"><input name="a"></form><a href="javascript:alert(1)">x</a>
       <iframe srcdoc="<script>top.document.title='broken'</script>"></iframe>`,
    )
    await attacked.getByRole('heading', { name: 'Shown' }).waitFor()
    expect(await attacked.content()).not.toMatch(/onerror|onload|<form|<input|javascript:|srcdoc/)
    expect(await attacked.title()).toBe('Result of an action')
    const reached = await attacked.evaluate(() => {
      const attempt = (run: () => unknown) => {
        try {
          return String(run())
        } catch (error) {
          return (error as Error).name
        }
      }
      return [
        attempt(() => document.cookie),
        attempt(() => localStorage.length),
        attempt(() => parent.document.title),
      ]
    })
    expect(reached).toEqual(['SecurityError', 'SecurityError', 'SecurityError'])
  })

  test('is not taken from other pages', async ({ openPage }) => {
    const { page } = await openPage()
    await page.goto('/app/sandbox/html.html')
    await page.evaluate(message => window.postMessage(message, '*'), {
      kind: 'show-html',
      html: '<h1>Foreign</h1>',
      colors,
    })
    await page.evaluate(() => new Promise(done => setTimeout(done, 50)))
    expect(await page.getByRole('heading').count()).toBe(0)
  })
})

describePanel('a webhook of an action', () => {
  let server: Server
  let url: string
  const received: { method?: string; origin?: string; cookie?: string; body: string }[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', text => (body += text))
      request.on('end', () => {
        const { method, headers } = request
        received.push({ method, origin: headers.origin, cookie: headers.cookie, body })
        if (request.url === '/open') {
          response.setHeader('access-control-allow-origin', '*')
          response.setHeader('access-control-allow-headers', 'content-type, x-key')
        }
        response.writeHead(method === 'OPTIONS' ? 204 : 201).end()
      })
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server?.close()
  })

  const call = async (page: Page, message: object) =>
    askSandbox(page, 'webhook.html', 'allow-scripts', { kind: 'call-webhook', ...message })

  test('is called without credentials, and its status reported', async ({ openPage }) => {
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/a request to http:\/\/127/)
    await openPanel(page)
    received.length = 0
    const result = await call(page, {
      url: `${url}/open`,
      method: 'POST',
      headers: { 'X-Key': '1' },
      body: { id: 1 },
    })
    expect(result).toMatchObject({ origin: 'null', outcome: 'answered', status: 201 })
    expect(received.at(-1)).toEqual({
      method: 'POST',
      origin: 'null',
      cookie: undefined,
      body: '{"id":1}',
    })
  })

  longTest('tells apart what was sent and what was refused', async ({ openPage }) => {
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/a request to http:\/\/127|CORS policy|net::ERR_FAILED/)
    await openPanel(page)
    received.length = 0
    const simple = { url: `${url}/closed`, method: 'GET', headers: {} }
    expect(await call(page, simple)).toMatchObject({ outcome: 'unreadable' })
    expect(received.map(({ method }) => method)).toEqual(['GET'])
    expect(await call(page, { ...simple, method: 'POST', body: { id: 1 } })).toMatchObject({
      outcome: 'refused',
    })
    expect(received.map(({ method }) => method)).toEqual(['GET', 'OPTIONS'])
    for (const address of ['javascript:alert(1)', 'file:///etc/passwd', 'nonsense://x']) {
      expect(await call(page, { ...simple, url: address })).toMatchObject({ outcome: 'invalid' })
    }
  })
})
