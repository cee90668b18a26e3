import type { Page } from 'playwright-core'
import type { Problems } from './watch-context.js'

/** Refuses the picture that a record with every type has elsewhere: no test asks another host. */
export async function refusePicture(page: Page, problems: Problems): Promise<void> {
  problems.allow(/picture\.png|ERR_FAILED/)
  await page.route('https://example.com/picture.png', route => route.abort())
}
