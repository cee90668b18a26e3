import { freePort } from '@service/test-support'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { findAccessibilityProblems } from './support/axe.js'
import { createProject, type OwnProject } from './support/create-project.js'
import { describePanel, longTest, test } from './support/panel-test.js'
import { formatPath } from './support/place.js'
import {
  allowProvider,
  type IdentityProvider,
  passProvider,
  startProvider,
} from './support/start-provider.js'

/** A project without an agent has no records: the panel says so. */
const withoutAgent = /status of 409|a request to http:\/\/192\.0\.2\.1|ERR_CONNECTION_REFUSED/

describePanel('single sign-on', () => {
  let provider: IdentityProvider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider?.stop())

  const result = (page: Page) => page.getByRole('region', { name: 'Result of the test' })
  const runTest = async (page: Page) => {
    await page.getByRole('button', { name: 'Test the provider' }).click()
    await result(page).waitFor()
  }
  const domain = ({ owner }: OwnProject) => owner.email.split('@')[1] ?? ''
  /** The provider knows the owner of a project under this login. */
  const introduce = ({ owner }: OwnProject) => {
    provider.people.set('owner', { email: owner.email, email_verified: true })
    return 'owner'
  }

  longTest(
    'is tested before it is saved, warns of a lock-out, and is tried by signing in',
    async ({ openPage }) => {
      const project = await createProject()
      const { page, problems } = await openPage({ person: 'manager' })
      problems.allow(withoutAgent)
      await allowProvider(page, problems, provider)
      await page.goto(formatPath(project, 'settings/sso'))
      await page.getByText(/\/sso\/callback$/).waitFor()

      await page.getByLabel('Issuer').fill(`http://127.0.0.1:${await freePort()}`)
      await page.getByLabel('Client ID').fill(provider.clientId)
      await page.getByLabel('Client secret').fill('another secret')
      await runTest(page)
      await result(page).getByText('Nothing responds at this URL.').waitFor()

      provider.intercept = ({ url }, response) => {
        if (!url?.startsWith('/.well-known/')) return false
        response.setHeader('content-type', 'application/json')
        response.end('{"issuer":"https://id.example.com"}')
        return true
      }
      await page.getByLabel('Issuer').fill(provider.issuer)
      await runTest(page)
      await result(page).getByText('names another issuer').waitFor()
      provider.intercept = () => false

      await runTest(page)
      await result(page).getByText('refuses the client ID or the client secret').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.getByLabel('Client secret').fill(provider.clientSecret)
      await runTest(page)
      await result(page).getByText('The provider can be used.').waitFor()

      await page.getByLabel('Allowed domains').fill('elsewhere.example')
      await page.getByLabel('Require single sign-on').check()
      await page.getByRole('button', { name: 'Connect' }).click()
      const warning = page.getByRole('dialog', { name: 'Require single sign-on?' })
      await warning.getByText('You are one of them.').waitFor()
      await warning.getByText(project.owner.email).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await warning.getByRole('button', { name: 'Cancel' }).click()

      await page.getByLabel('Allowed domains').fill(domain(project))
      await page.getByLabel('Require single sign-on').uncheck()
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByText('Connected', { exact: true }).waitFor()
      const stored = await askService<object>(project.owner, 'GET', `${project.path}/sso`)
      expect(stored).toMatchObject({
        issuer: provider.issuer,
        allowedDomains: [domain(project)],
        isRequired: false,
        hasClientSecret: true,
      })

      await page.getByRole('link', { name: 'Sign in through the provider' }).click()
      await passProvider(page, introduce(project))
      await page.getByText('You are signed in through this provider: it works.').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.getByLabel('Require single sign-on').check()
      await page.getByRole('button', { name: 'Save' }).click()
      await warning.getByText(/an address in an allowed domain/).waitFor()
      await warning.getByRole('button', { name: 'Require it' }).click()
      await page.getByText('Required', { exact: true }).waitFor()
    },
  )

  test('that is required refuses a session with a password and leads to the provider', async ({
    openPage,
  }) => {
    const project = await createProject()
    await askService(project.owner, 'PUT', `${project.path}/sso`, {
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      allowedDomains: [domain(project)],
      isRequired: true,
    })
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(withoutAgent)
    await allowProvider(page, problems, provider)
    await page.goto(formatPath(project, 'settings/sso'))
    await page.getByText('This project requires single sign-on. Sign in through it.').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])

    // A provider that fails does not lock admins out: the settings open with the password.
    await page.getByRole('button', { name: 'Change the single sign-on' }).click()
    await page.getByText('Required', { exact: true }).waitFor()
    expect(await page.getByLabel('Issuer').inputValue()).toBe(provider.issuer)
    expect(await findAccessibilityProblems(page)).toEqual([])

    await page.getByRole('link', { name: `Sign in to ${project.projectName}` }).click()
    await page.getByRole('link', { name: /single sign-on of/ }).click()
    await passProvider(page, introduce(project))
    await page.getByText('You are signed in through this provider: it works.').waitFor()
  })
})
