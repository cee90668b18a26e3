import { expect } from 'vitest'
import { describePanel, shop, test } from './support/panel-test.js'
import { signIn } from './support/sign-in.js'

describePanel('the panel in a browser', () => {
  test('opens after the sign-in, under its policy', async ({ openPage }) => {
    const { page } = await openPage()
    const pages: string[] = []
    page.on('response', response => {
      if (response.request().isNavigationRequest()) {
        pages.push(`${response.status()} ${new URL(response.url()).pathname}`)
      }
    })
    await signIn(page, shop)
    await page.locator('#panel > *').first().waitFor()
    expect(pages).toEqual(['302 /', '302 /app', '200 /sign-in', '200 /sign-in', '200 /app'])
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('system')
  })
})
