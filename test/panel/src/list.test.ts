import { expect } from 'vitest'
import { findAccessibilityProblems } from './support/axe.js'
import { describePanel, shop, test } from './support/panel-test.js'
import { signIn } from './support/sign-in.js'

const { projectName, environmentName } = shop

describePanel('a list', () => {
  test('shows rows of the agent after the sign-in', async ({ openPage }) => {
    const { page } = await openPage()
    await signIn(page, shop, `/app/${projectName}/${environmentName}/Operations/data/orders`)
    const table = page.getByRole('table')
    await table.getByText('ORD-002000').waitFor()
    expect(await table.getByRole('row').count()).toBeGreaterThan(10)
    expect(await findAccessibilityProblems(page)).toEqual([])
  })

  test('never shows the service what is in records', async ({ openPage }) => {
    const { page } = await openPage()
    const sent: string[] = []
    page.on('request', request => {
      if (request.url().startsWith(shop.serviceUrl)) {
        sent.push(`${request.url()} ${request.postData() ?? ''}`)
      }
    })
    await signIn(page, shop, `/app/${projectName}/${environmentName}/Operations/data/orders`)
    await page.getByRole('table').getByText('ORD-002000').waitFor()
    expect(sent.filter(text => text.includes('ORD-'))).toEqual([])
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(stored).not.toContain('ORD-')
  })
})
