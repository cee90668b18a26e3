import { expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { findAccessibilityProblems } from './support/axe.js'
import { describePanel, longTest, shop } from './support/panel-test.js'
import { createPerson } from './support/people.js'
import { formatPath } from './support/place.js'

const profile = formatPath(shop, 'settings/profile')
const security = formatPath(shop, 'settings/security')

describePanel('the own account', () => {
  longTest('has names and preferences, which are not lost on the way', async ({ openPage }) => {
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    const { page } = await openPage({ person })
    await page.goto(profile)
    await page.getByLabel('First name').fill('Ada')
    await page.getByRole('link', { name: 'Sign-in and security' }).click()
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
    await leaving.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Account of Ada Tester' }).waitFor()
    // What another device has set shows without a reload.
    await page.getByRole('link', { name: 'Sign-in and security' }).click()
    await page.getByRole('heading', { name: 'Sign-in and security' }).waitFor()
    await askService(person, 'PATCH', '/api/me/preferences', { timezone: 'Europe/Paris' })
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Europe/Paris')
    const stored = page.waitForResponse('**/api/me/preferences')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    expect((await stored).status()).toBe(200)
    const removed = page.waitForResponse('**/api/me/preferences')
    await page.getByLabel('Time zone').selectOption('')
    expect(await (await removed).json()).not.toHaveProperty('timezone')
    const dark = page.waitForResponse('**/api/me/preferences')
    await page.getByLabel('Theme').selectOption('dark')
    expect(await (await dark).json()).toMatchObject({ theme: 'dark' })
    expect(await findAccessibilityProblems(page)).toEqual([])
  })

  longTest(
    'has a password, whose rules are told, and sessions, which are ended one by one',
    async ({ openPage }) => {
      const person = await createPerson({ role: 'Manager', team: 'Operations' })
      const { page, problems } = await openPage({ person })
      problems.allow(/status of (400|401|403)/)
      const { email, password } = person
      const signIn = () =>
        fetch(`${shop.serviceUrl}/api/sessions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password }),
        })
      await signIn()
      await page.goto(security)
      const sessions = page.getByRole('table', { name: 'Sessions' })
      const end = sessions.getByRole('button', { name: 'End', exact: true })
      await end.first().waitFor()
      const before = await end.count()
      await end.first().click()
      const ending = page.getByRole('dialog', { name: /End the session/ })
      await ending.getByRole('button', { name: 'End', exact: true }).click()
      await expect.poll(() => end.count()).toBe(before - 1)

      await page.getByRole('button', { name: 'Change the password' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change the password' })
      await dialog.getByText('At least 12 characters').waitFor()
      const change = dialog.getByRole('button', { name: 'Change the password' })
      await dialog.getByLabel('Current password').fill(password)
      const typeTwice = async (text: string) => {
        await dialog.getByLabel('New password', { exact: true }).fill(text)
        await dialog.getByLabel('New password again').fill(text)
      }
      await typeTwice('too short')
      expect(await change.isDisabled()).toBe(true)
      await typeTwice('qwertyuiopas')
      await change.click()
      await dialog.getByText('must be more than a sequence').waitFor()
      await typeTwice('nine red kites 57')
      await change.click()
      await page.getByText('Your password is changed.').waitFor()
      await page.getByText('Password changed').waitFor()
      expect((await signIn()).status).toBe(401)

      // The service wants the password again when the sign-in is old.
      const old = { code: 'confirmation_required', message: 'Give your password again.' }
      await page.route(
        '**/api/me/two-factors/totp',
        route => route.fulfill({ status: 403, json: old }),
        { times: 1 },
      )
      await page.getByRole('button', { name: 'Set up the app' }).click()
      const asking = page.getByRole('dialog', { name: 'Enter your password' })
      await asking.getByLabel('Password').fill('nine red kites 57')
      await asking.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('dialog', { name: 'Set up an authenticator app' }).waitFor()
    },
  )
})
