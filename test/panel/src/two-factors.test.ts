import { randomUUID } from 'node:crypto'
import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { computeTotp } from './support/compute-totp.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson, findPerson, type Person } from './support/people.js'
import { formatPath } from './support/place.js'
import { signIn } from './support/sign-in.js'

const security = formatPath(shop, 'settings/security')
/** Passkeys belong to a name: addresses have none. */
const localUrl = shop.serviceUrl.replace('127.0.0.1', 'localhost')

interface Credentials {
  readonly email: string
  readonly password: string
}

/** Sets up an authenticator app; returns its key and the recovery codes. */
async function enrol(page: Page) {
  await page.getByRole('button', { name: 'Set up the app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByRole('img', { name: 'QR code of the key' }).waitFor()
  expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
  const key = (await dialog.locator('[data-secret]').textContent()) ?? ''
  await dialog.getByLabel('Code of six digits').fill(computeTotp(key))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  return { key, recoveryCodes: await takeRecoveryCodes(page) }
}

async function takeRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
  await dialog.waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  const codes = await dialog.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('service-recovery-codes.txt')
  await dialog.getByRole('button', { name: 'I have saved them' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  return codes
}

/** Makes new codes in a session that has ended: the person signs in again beside the page, and it goes on. */
async function renewCodes(page: Page, person: Credentials, code: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Make new codes' }).waitFor()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await page
    .getByRole('dialog', { name: 'Make new recovery codes?' })
    .getByRole('button', { name: 'Make new codes' })
    .click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  const opening = page.context().waitForEvent('page')
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  const window = await opening
  await givePassword(window, person)
  const closed = window.waitForEvent('close')
  await giveCode(window, code)
  await closed
  await again.waitFor({ state: 'detached' })
  return takeRecoveryCodes(page)
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail address').waitFor()
}

/** Gives the password, up to the second step. */
async function givePassword(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(/code$/i).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const waitForSecurity = (page: Page) =>
  page.getByRole('heading', { name: 'Sign-in and security' }).waitFor()

async function addAuthenticator(page: Page): Promise<void> {
  // Virtual authenticators accept at once what browsers only offer beside the e-mail address.
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: undefined })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describePanel('an account with two factors', () => {
  test('is set up with an app, asks for its code, and takes each recovery code once', async ({
    openPage,
  }) => {
    const { page, problems } = await openPage()
    problems.allow(/status of 401/)
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    await signIn(page, person, security)
    await waitForSecurity(page)
    expect(await findAccessibilityProblems(page)).toEqual([])
    const { key, recoveryCodes } = await enrol(page)
    await page.getByText('10 codes left').waitFor()
    await page.getByText('Authenticator app set up').waitFor()
    await signOut(page)

    await givePassword(page, person)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await giveCode(page, '000000')
    await page.getByText('The code is wrong, or was used already.').waitFor()
    await giveCode(page, computeTotp(key, 1))
    await page.waitForURL('**/app/**')
    if (!isLongRun) return
    await page.goto(security)

    const [code = '', other = ''] = await renewCodes(page, person, recoveryCodes[0] ?? '')
    await signOut(page)
    await givePassword(page, person)
    await giveCode(page, code)
    await page.waitForURL('**/app/**')
    await signOut(page)
    await givePassword(page, person)
    for (const used of [code, recoveryCodes[1] ?? '']) {
      await giveCode(page, used)
      await page.getByText('The code is wrong, or was used already.').waitFor()
    }
    await giveCode(page, other)
    await page.waitForURL('**/app/**')
    await page.goto(security)
    await page.getByText('8 codes left').waitFor()
    await page.getByText('Signed in with a recovery code').first().waitFor()

    // The session of `createPerson` is another one, from before the second factor.
    const sessions = page.getByRole('table', { name: 'Sessions' })
    await sessions.getByText('This one').waitFor()
    await page.getByRole('button', { name: 'End all others' }).click()
    await page
      .getByRole('dialog', { name: 'End all others' })
      .getByRole('button', { name: 'End all others' })
      .click()
    await expect.poll(() => sessions.getByRole('row').count()).toBe(2)

    await page.getByRole('button', { name: 'Remove the app' }).click()
    const removal = page.getByRole('dialog', { name: 'Remove the authenticator app?' })
    await removal.getByText('your last second factor').waitFor()
    await removal.getByRole('button', { name: 'Remove the app' }).click()
    await page.getByRole('button', { name: 'Set up the app' }).waitFor()
  })

  longTest(
    'has passkeys: as the second factor, and instead of the password',
    async ({ openPage }) => {
      const { page } = await openPage({ baseURL: localUrl })
      const person = await createPerson({ role: 'Manager', team: 'Operations' })
      await addAuthenticator(page)
      await signIn(page, person, security)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      const naming = page.getByRole('dialog', { name: 'Name the passkey' })
      await naming.getByLabel('Name').fill('My laptop')
      await naming.getByRole('button', { name: 'Add a passkey' }).click()
      await takeRecoveryCodes(page)
      const passkeys = page.getByRole('table', { name: 'Your passkeys' })
      await passkeys.getByText('Never').waitFor()
      await signOut(page)

      await givePassword(page, person)
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.waitForURL('**/app/**')
      await signOut(page)

      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.waitForURL('**/app/**')
      await page.goto(security)
      await page
        .getByRole('table', { name: 'Sessions' })
        .getByText('Passkey', { exact: true })
        .waitFor()
      expect(await passkeys.getByText('Never').count()).toBe(0)
      await passkeys.getByRole('button', { name: 'Rename' }).click()
      const renaming = page.getByRole('dialog', { name: 'Rename the passkey' })
      await renaming.getByLabel('Name').fill('Old laptop')
      await renaming.getByRole('button', { name: 'Rename' }).click()
      await passkeys.getByText('Old laptop').waitFor()
      await passkeys.getByRole('button', { name: 'Remove' }).click()
      await page
        .getByRole('dialog', { name: 'Remove the passkey Old laptop?' })
        .getByRole('button', { name: 'Remove' })
        .click()
      await passkeys.waitFor({ state: 'detached' })
    },
  )
})

/** The project has no agent. */
const noAgent = /status of 409/

/** A project with an admin who has two factors, and requires them. */
async function createStrictProject() {
  const manager = await findPerson('manager')
  const name = `Strict ${randomUUID().slice(0, 8)}`
  const { id } = await askService<{ id: number }>(manager, 'POST', '/api/projects', { name })
  return { name, path: `/api/projects/${id}`, manager }
}

async function join(
  { path, manager }: { readonly path: string; readonly manager: Person },
  permissionLevel: 'admin' | 'user',
): Promise<Credentials> {
  type Named = { readonly data: readonly { readonly id: number }[] }
  const findFirst = async (kind: string) =>
    (await askService<Named>(manager, 'GET', `${path}/${kind}`)).data[0]?.id
  const email = `${randomUUID().slice(0, 8)}@panel.example`
  const password = `${randomUUID()} of a test`
  const { token } = await askService<{ token: string }>(manager, 'POST', `${path}/invitations`, {
    email,
    permissionLevel,
    roleId: await findFirst('roles'),
    teamIds: [await findFirst('teams')],
  })
  const names = { firstName: 'Strict', lastName: 'Tester' }
  const response = await fetch(`${shop.serviceUrl}/api/invitations/${token}/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password, ...names }),
  })
  expect(response.ok).toBe(true)
  return { email, password }
}

describePanel('a project that requires two factors', () => {
  longTest('leads who has none to set one up, and opens then', async ({ openPage }) => {
    const project = await createStrictProject()
    const admin = await join(project, 'admin')
    const member = await join(project, 'user')
    const { page: adminPage, problems: adminProblems } = await openPage()
    adminProblems.allow(noAgent)
    await signIn(adminPage, admin, '/app')
    await adminPage.getByRole('button', { name: /Account of / }).waitFor()
    await adminPage.goto(`${new URL(adminPage.url()).pathname}/settings/security`)
    await enrol(adminPage)
    await adminPage.getByRole('link', { name: 'Project', exact: true }).click()
    const require = { name: 'Require two factors' }
    await adminPage.getByRole('button', require).click()
    const question = adminPage.getByRole('dialog', require)
    await question.getByText('2 people have none yet and are led to set one up.').waitFor()
    expect(await findAccessibilityProblems(adminPage)).toEqual([])
    await question.getByRole('button', require).click()
    await adminPage.getByText('Required', { exact: true }).waitFor()

    const { page, problems } = await openPage()
    problems.allow(noAgent)
    await signIn(page, member, '/app')
    await page.getByText(`${project.name} requires two factors`).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await enrol(page)
    await page.getByRole('button', { name: /Account of / }).waitFor()
  })
})
