import { expect } from 'vitest'
import { findAccessibilityProblems } from './support/axe.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson } from './support/people.js'
import { formatPath } from './support/place.js'
import { signIn } from './support/sign-in.js'

const { projectName, environmentName } = shop

describePanel('a list', () => {
  longTest('shows rows of the agent after the sign-in', async ({ openPage }) => {
    const { page } = await openPage()
    await signIn(page, shop, `/app/${projectName}/${environmentName}/Operations/data/orders`)
    const table = page.getByRole('table')
    await table.getByText('ORD-002000').waitFor()
    expect(await table.getByRole('row').count()).toBeGreaterThan(10)
    expect(await findAccessibilityProblems(page)).toEqual([])
  })

  test('has a number of records, which is exact on request, and pages for those who prefer them', async ({
    openPage,
  }) => {
    const { page } = await openPage({
      person: await createPerson({ role: 'Auditor', team: 'Operations' }),
    })
    // The embedded database has no statistics to estimate from.
    await page.route('**/_batch', async route => {
      const response = await route.fetch()
      const text = await response.text()
      const body = text.replaceAll('"precision":"exact"', '"precision":"estimated"')
      await route.fulfill({ response, body })
    })
    await page.goto(`${formatPath(shop, 'data/orders')}?sort=reference`)
    const table = page.getByRole('table')
    await table.getByText('ORD-000001').waitFor()
    const about = page.getByRole('button', { name: /^~[\d,]+ records$/ })
    await about.click()
    await page.getByText(/^[\d,]+ records$/).waitFor()
    expect(await about.count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })

    const choose = async (paging: string) => {
      await page.getByRole('button', { name: 'Default', exact: true }).click()
      await page.getByRole('menuitemradio', { name: paging }).click()
    }
    await choose('Pages of 100')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByText(/^Page 1 of \d+$/).waitFor()
    await pages.getByRole('button', { name: 'Next page' }).click()
    await table.getByText('ORD-000101').waitFor()
    expect(await table.getByText('ORD-000100').count()).toBe(0)
    const first = table.locator('[data-index="0"]')
    expect(await first.getAttribute('aria-rowindex')).toBe('102')
    // Another list begins with its first page.
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('ORD-000101')
    await pages.getByText(/^Page 1 of 1$/).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await choose('One long list')
    await pages.waitFor({ state: 'detached' })
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
