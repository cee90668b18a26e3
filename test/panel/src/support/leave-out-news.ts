import type { Page } from 'playwright-core'

/** Lets a page do without the stream of live news, which stays open: its network comes to rest. */
export const leaveOutNews = (page: Page): Promise<unknown> =>
  page.route('**/api/events', route => route.fulfill({ status: 204 }))
