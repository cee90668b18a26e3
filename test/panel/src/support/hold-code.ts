import type { Page } from 'playwright-core'

/** Holds back a part of the panel's code, by the name of its file, until the result is called. */
export async function holdCode(page: Page, name: string): Promise<() => void> {
  let release = () => {}
  const isReleased = new Promise<void>(done => {
    release = done
  })
  await page.route(`**/app/assets/${name}-*.js`, async route => {
    await isReleased
    await route.continue().catch(() => {})
  })
  return release
}
