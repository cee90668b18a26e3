import { hasNginx } from '@service/test-support'
import { expect } from 'vitest'
import { openBelowPath } from './support/open-below-path.js'
import { describePanel, longTest } from './support/panel-test.js'
import { signIn } from './support/sign-in.js'

describePanel('the panel below a path of a shared host, behind nginx', () => {
  longTest(
    'signs in, shows records, opens one, follows links and signs out',
    async ({ openPage, skip }) => {
      if (!hasNginx()) {
        if (process.env.REQUIRE_ALL) throw new Error('REQUIRE_ALL is set and nginx was not found.')
        skip('nginx is not installed')
      }
      const world = await openBelowPath()
      try {
        const { page } = await openPage({ baseURL: world.origin, ignoreHTTPSErrors: true })
        const paths = new Set<string>()
        page.on('request', request => paths.add(new URL(request.url()).pathname))
        await signIn(page, world, '/backoffice/')
        await page.goto(world.formatPath('data/letters'))
        const table = page.getByRole('table')
        await table.getByText('A letter below a path').waitFor()

        await page.goto(world.formatPath('data/letters/1'))
        await page.getByText('A letter below a path').first().waitFor()
        await page.reload()
        await page.getByText('A letter below a path').first().waitFor()
        // Parts that are loaded when they are opened.
        await page.goto(world.formatPath('settings'))
        await page.getByRole('heading').first().waitFor()

        await page.getByRole('button', { name: /^Account of/ }).click()
        await page.getByRole('menuitem', { name: 'Sign out' }).click()
        await page.waitForURL('**/backoffice/sign-in')
        const outside = [...paths].filter(path => !/^\/(?:backoffice|agent)(?:\/|$)/.test(path))
        expect(outside).toEqual([])
        expect([...paths].some(path => path.startsWith('/backoffice/app/assets/'))).toBe(true)
      } finally {
        await world.close()
      }
    },
  )
})
