import { expect } from 'vitest'
import { describePanel, shop, test } from './support/panel-test.js'
import { formatPath } from './support/place.js'

describePanel('a tab that is older than the build of the service', () => {
  test('loads itself again once, and not in a circle', async ({ openPage }) => {
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/404|dynamically imported module/)
    await page.route('**/app/assets/help-*.js', route => route.fulfill({ status: 404 }))
    await page.goto(formatPath(shop, 'data/orders'))
    const table = page.getByRole('table')
    await table.getByText('ORD-002000').waitFor()
    const reloaded = page.waitForEvent('framenavigated')
    await page.keyboard.press('?')
    await reloaded
    await table.getByText('ORD-002000').waitFor()
    let navigations = 0
    page.on('framenavigated', () => {
      navigations += 1
    })
    const failed = page.waitForResponse('**/app/assets/help-*.js')
    await page.keyboard.press('?')
    await failed
    await page.evaluate(() => new Promise(done => setTimeout(done, 200)))
    expect(navigations).toBe(0)
  })
})
