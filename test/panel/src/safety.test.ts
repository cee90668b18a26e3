import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { findAccessibilityProblems } from './support/axe.js'
import { createProject } from './support/create-project.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { formatPath } from './support/place.js'
import { type IdentityProvider, startProvider } from './support/start-provider.js'

/** A project without an agent has no records: the panel says so. */
const withoutAgent = /status of 409/

interface Environments {
  readonly data: readonly { readonly id: number }[]
}

describePanel('IP rules', () => {
  test('warn before somebody locks themselves out, and take the own address in', async ({
    openPage,
  }) => {
    const project = await createProject()
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(withoutAgent)
    await page.goto(formatPath(project, 'settings/ip-rules'))
    await page.getByText('Your address, as the service sees it').waitFor()

    await page.getByRole('button', { name: 'Add a rule' }).click()
    const rule = page.getByRole('dialog', { name: 'New rule' })
    await rule.getByLabel('Addresses').fill('203.0.113.0/33')
    await rule.getByText('neither an address, nor a range, nor a network').waitFor()
    await rule.getByLabel('Addresses').fill('203.0.113.0/24')
    await rule.getByLabel('Description').fill('Office in Lyon')
    await rule.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Enforce the rules').check()
    await page.getByText('you would lock yourself out').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])

    await page.getByRole('button', { name: 'Save' }).click()
    const warning = page.getByRole('dialog', { name: 'You would lock yourself out' })
    await warning.getByText(/No rule covers your address (127\.0\.0\.1|::1)/).waitFor()
    await warning.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Add my address' }).click()
    await rule.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('The rules cover your address').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('IP rules saved').waitFor()
    const { data } = await askService<Environments>(
      project.owner,
      'GET',
      `${project.path}/environments`,
    )
    const path = `${project.path}/environments/${data[0]?.id}/ip-rules`
    expect(await askService(project.owner, 'GET', path)).toEqual({
      isEnabled: true,
      rules: [
        { type: 2, range: '203.0.113.0/24', description: 'Office in Lyon' },
        { type: 0, ip: expect.any(String), description: 'My address' },
      ],
    })

    if (!isLongRun) return
    // A change that is not saved is not lost silently.
    await page.getByRole('button', { name: 'Remove 203.0.113.0/24' }).click()
    await page.getByRole('link', { name: 'Jobs' }).click()
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
    await leaving.getByRole('button', { name: /Keep editing/ }).click()
    await page.getByRole('heading', { name: 'IP rules' }).waitFor()
  })
})

describePanel('the retention of logs', () => {
  test('is set, after it said what would be removed', async ({ openPage }) => {
    const project = await createProject()
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(withoutAgent)
    await page.goto(formatPath(project, 'settings/retention'))
    const log = page.getByRole('form', { name: 'Admin log' })
    await log.getByLabel('For some days').check()
    await log.getByLabel('Days', { exact: true }).fill('0')
    await log.getByText('A whole number from 1 to 36,500.').waitFor()
    await log.getByLabel('Days', { exact: true }).fill('30')
    await log.getByText('nothing would be removed now').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await log.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Retention saved').waitFor()
    const path = `${project.path}/retention`
    expect(await askService(project.owner, 'GET', path)).toEqual({ adminLogDays: 30 })

    if (!isLongRun) return
    await log.getByLabel('Forever').check()
    await log.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => askService(project.owner, 'GET', path), { timeout: 10_000 })
      .toEqual({ adminLogDays: null })

    const { data } = await askService<Environments>(
      project.owner,
      'GET',
      `${project.path}/environments`,
    )
    const environmentPath = `${project.path}/environments/${data[0]?.id}/retention`
    const readDays = () => askService(project.owner, 'GET', environmentPath)
    const activity = page.getByRole('form', { name: /^Activity log of/ })
    await activity.getByLabel('For some days').check()
    await activity.getByLabel('Days', { exact: true }).fill('90')
    await activity.getByText('nothing would be removed now').waitFor()
    let respond = (): void => {}
    const response = new Promise<void>(resolve => {
      respond = resolve
    })
    const read = new RegExp(`${environmentPath}$`)
    await page.route(read, async route => {
      if (route.request().method() === 'GET') await response
      await route.fallback()
    })
    await activity.getByRole('button', { name: 'Save' }).click()
    await expect.poll(readDays).toEqual({ activityLogDays: 90 })
    // What was chosen before the stored value is shown would be lost.
    const forever = activity.getByLabel('Forever')
    expect(await forever.isDisabled()).toBe(true)
    respond()
    await forever.check()
    await activity.getByRole('button', { name: 'Save' }).click()
    await expect.poll(readDays).toEqual({ activityLogDays: null })
  })

  longTest('asks before entries are removed', async ({ openPage }) => {
    const { page } = await openPage({ person: 'colleague' })
    await page.goto(formatPath(shop, 'settings/retention'))
    const log = page.getByRole('form', { name: /^Activity log of/ })
    await log.getByLabel('For some days').check()
    await log.getByLabel('Days', { exact: true }).fill('1')
    await log.getByText(/entries are older: they would be archived and removed/).waitFor()
    await log.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'Keep entries for 1 day?' })
    await question.getByText(/removed from the log within a day/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
  })
})

describePanel('single sign-on', () => {
  let provider: IdentityProvider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider?.stop())

  longTest('is ended by whoever types the name of the project', async ({ openPage }) => {
    const project = await createProject()
    await askService(project.owner, 'PUT', `${project.path}/sso`, {
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      allowedDomains: ['example.com'],
      isRequired: false,
    })
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(withoutAgent)
    // What is ended is not there any more.
    problems.allow(/status of 404/)
    await page.goto(formatPath(project, 'settings/sso'))
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'End single sign-on' }).click()
    const question = page.getByRole('dialog', { name: 'End single sign-on?' })
    const end = question.getByRole('button', { name: 'End single sign-on' })
    expect(await end.isDisabled()).toBe(true)
    await question.getByRole('textbox').fill(project.projectName)
    await end.click()
    await page.getByRole('button', { name: 'Connect' }).waitFor()
    expect(await askService(project.owner, 'GET', `${project.path}/sso/status`)).toMatchObject({
      isConnected: false,
    })
  })
})

describePanel('jobs', () => {
  longTest('verify the logs and show what they found', async ({ openPage }) => {
    const project = await createProject()
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(withoutAgent)
    await page.goto(formatPath(project, 'settings/jobs'))
    await page.getByText('No jobs').waitFor()
    await page.getByRole('button', { name: 'Verify the logs' }).click()
    const dialog = page.getByRole('dialog', { name: 'Verify the logs' })
    await dialog.getByLabel('Anchors of earlier reports').fill('nonsense')
    problems.allow(/status of 400/)
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/'parameters\.expect\.0' must be/)
      .waitFor()
    await dialog.getByLabel('Anchors of earlier reports').fill('')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await page.getByText('Succeeded').waitFor()
    const found = page.getByRole('table', { name: 'Result' })
    await found.getByRole('row', { name: /Admin log.*Unchanged/ }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'All jobs' }).click()
    await page.getByRole('link', { name: 'Verification of the logs' }).waitFor()
  })

  test('show how far they are, and are cancelled', async ({ openPage }) => {
    const project = await createProject()
    const job = await askService<{ id: number }>(project.owner, 'POST', `${project.path}/jobs`, {
      kind: 'verify-logs',
    })
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(withoutAgent)
    const far = await slowDown(page, `${project.path}/jobs/${job.id}`)
    await page.goto(formatPath(project, `settings/jobs/${job.id}`))
    await page.getByText('400 of 1,000 entries').waitFor()
    const line = page.getByRole('progressbar', { name: 'Progress' })
    expect(await line.getAttribute('value')).toBe('400')
    far.done = 700
    await page.getByText('700 of 1,000 entries').waitFor()
    await page.getByRole('button', { name: 'Cancel the job' }).click()
    const question = page.getByRole('dialog', { name: /^Cancel: Verification/ })
    await question.getByRole('button', { name: 'Cancel the job' }).click()
    await page.getByText('Cancelled', { exact: true }).waitFor()
    await page.getByText('It was cancelled.').waitFor()
  })
})

/** Makes a job of the service, which ends within milliseconds, look as slow as one over millions of entries. */
async function slowDown(page: Page, path: string): Promise<{ done: number }> {
  const far = { done: 400, isCancelled: false }
  await page.route(new RegExp(`${path}(\\?|$)`), async route => {
    if (route.request().method() === 'DELETE') far.isCancelled = true
    const response = await page.request.get(shop.serviceUrl + path)
    const ended = { status: 'cancelled', exitCode: 130, error: 'It was cancelled.' }
    const running = { status: 'running', exitCode: null, finishedAt: null, result: null }
    const json = { ...(await response.json()), ...(far.isCancelled ? ended : running) }
    const progress = { done: far.done, total: 1_000, message: 'Following the admin logs.' }
    // The service waits before it responds; a request that changes something does not.
    if (route.request().url().includes('wait=')) await page.waitForTimeout(100)
    await route.fulfill({ json: { ...json, result: null, progress } })
  })
  return far
}
