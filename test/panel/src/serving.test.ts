import { expect } from 'vitest'
import { describePanel, test } from './support/panel-test.js'
import { createPerson } from './support/people.js'
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
    // Other suites lead the manager to other places.
    await signIn(page, await createPerson({ role: 'Manager', team: 'Operations' }))
    await page.locator('#panel > *').first().waitFor()
    expect(pages).toEqual(['302 /', '302 /app', '200 /sign-in', '200 /sign-in', '200 /app'])
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('system')
  })
})
