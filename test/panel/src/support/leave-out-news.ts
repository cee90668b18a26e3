import type { Page } from 'playwright-core'

/**
 * Lets a page do without the stream of live news, which stays open: its network comes to rest. Routes would do the same,
 * but with one the browser forgets preflights.
 */
export function leaveOutNews(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const { fetch } = window
    window.fetch = (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, document.baseURI)
      const isStream = pathname === '/api/events'
      return isStream ? Promise.resolve(new Response(null, { status: 204 })) : fetch(input, init)
    }
  })
}
