import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { findAccessibilityProblems } from './support/axe.js'
import { findShopPlace } from './support/find-place.js'
import { describePanel, longTest, shop } from './support/panel-test.js'
import { createPerson, findPerson } from './support/people.js'
import { formatPath } from './support/place.js'
import { signIn } from './support/sign-in.js'

const { projectName, environmentName } = shop

describePanel('somebody who is new', () => {
  longTest(
    'is told what is missing and what to do next, from no project to no agent',
    async ({ openPage }) => {
      const person = await createPerson({ role: 'Manager', team: 'Operations' })
      const { environmentPath } = await findShopPlace()
      const [projectPath = ''] = environmentPath.split('/environments')
      const manager = await findPerson('manager')
      const { page, problems } = await openPage({ person })
      problems.allow(/status of 40[49]/)

      await page.goto('/app')
      await page.getByRole('table').getByRole('row').nth(1).waitFor()
      await expect.poll(() => page.title()).toContain(` · ${projectName} · ${environmentName} · `)

      await page.goto('/app/Nowhere')
      await page.getByText('There is no project called Nowhere').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.getByRole('link', { name: projectName, exact: true }).click()
      await page.getByRole('table').getByRole('row').nth(1).waitFor()

      const name = `New ${randomUUID().slice(0, 8)}`
      const environment = { name, kind: 'development' }
      await askService(manager, 'POST', `${projectPath}/environments`, environment)
      await page.goto(formatPath({ projectName, environmentName: name }))
      await page.getByText('No agent is connected yet').waitFor()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])

      const { data } = await askService<{ data: readonly { id: number; email: string }[] }>(
        manager,
        'GET',
        `${projectPath}/people?limit=1000`,
      )
      const id = data.find(({ email }) => email === person.email)?.id
      await askService(manager, 'DELETE', `${projectPath}/people/${id}`)
      await page.goto('/app')
      await page.getByText('You are in no project yet').waitFor()
      await page.getByText(`Tell them your address: ${person.email}.`).waitFor()
      await page.getByText(`Tester (${person.email})`).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL('**/sign-in')
      await page.getByRole('link', { name: 'Forgotten password?' }).click()
      await page.getByText('npx @service/cli link --reset-password').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
    },
  )

  longTest('can turn shortcuts of single keys off, and on again', async ({ openPage }) => {
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    const { page } = await openPage({ person })
    await page.goto(formatPath(shop, 'data/orders'))
    await page.getByText('ORD-002000').first().waitFor()
    const choose = async (name: string) => {
      await page.getByRole('button', { name: /^Account of/ }).click()
      await page
        .getByRole('group', { name: 'Single-key shortcuts' })
        .getByRole('menuitemradio', { name })
        .click()
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    await choose('Off')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Open the palette' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await choose('On')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  })
})

describePanel('a page that is neither https nor on localhost', () => {
  longTest('works, copies included', async ({ openProxied }) => {
    const url = new URL(shop.serviceUrl)
    url.hostname = 'panel.test'
    const { page, proxy, problems } = await openProxied({ baseURL: url.origin })
    problems.allow(/untrustworthy|a request to http:\/\/panel\.test/)
    // As if SERVICE_PUBLIC_URL named this page.
    proxy.add(({ url: { href } }) =>
      href.startsWith(shop.agentUrl)
        ? {
            change: {
              requestHeaders: { origin: shop.serviceUrl },
              responseHeaders: { 'access-control-allow-origin': url.origin },
            },
          }
        : undefined,
    )
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    await signIn(page, person, formatPath(shop, 'data/orders'))
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await page.getByText('ORD-002000').first().waitFor()
    await page.getByText('ORD-002000').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy the id' }).click()
    await page.getByText('2000 copied').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.press('Control+v')
    const search = page.getByRole('searchbox', { name: 'Search', exact: true })
    await expect.poll(() => search.inputValue()).toBe('2000')
  })
})
