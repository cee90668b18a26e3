import { isLongRun } from '@service/test-support'
import { expect } from 'vitest'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { looks } from './support/looks.js'
import { describePanel, test } from './support/panel-test.js'

describePanel('pages that the service makes', () => {
  test.for(isLongRun ? looks : looks.slice(-1))(
    'the sign-in is accessible (%s)',
    async ([, options], { openPage }) => {
      const { page, problems } = await openPage(options)
      // The browser reports the 401 of the second page.
      problems.allow(/status of 401/)
      await page.goto('/sign-in')
      expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
      await page.getByLabel('E-mail address').fill('nobody@example.com')
      await page.getByLabel('Password').fill('wrong')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').filter({ hasText: 'You are not signed in' }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBe(0)
    },
  )

  test('the sign-in has the background of the panel', async ({ openPage }) => {
    const { page } = await openPage({ colorScheme: 'dark' })
    await page.goto('/sign-in')
    const background = await page.evaluate(
      () => getComputedStyle(document.documentElement).backgroundColor,
    )
    expect(background).toBe('oklch(0.175 0.008 265)')
  })

  test('the sign-in works without scripts', async ({ openPage }) => {
    const { page } = await openPage({ javaScriptEnabled: false })
    await page.goto('/app')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in')
  })
})
