import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { findShopPlace } from './support/find-place.js'
import { createMailProject, type MailProject, readLink, receiveMail } from './support/mail.js'
import { describePanel, type Fixtures, longTest, shop, test } from './support/panel-test.js'
import { findPerson } from './support/people.js'
import { signIn } from './support/sign-in.js'

const password = 'seven blue boats 31'
const next = 'nine red kites 57'
const makeEmail = () => `p${randomUUID().slice(0, 8)}@mail.example`

/** Opens a page of the service with mail. Its environments have no agent, which the panel asks for. */
async function open(openPage: Fixtures['openPage'], { serviceUrl }: MailProject): Promise<Page> {
  const { page, problems } = await openPage({ baseURL: serviceUrl, origins: [serviceUrl] })
  problems.allow(/status of 4(?:01|09|10)/)
  return page
}

/** Opens an invitation, and accepts it as somebody who has no account. */
async function join(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await accept(page)
}

async function accept(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Berg')
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('The same again').fill(password)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.waitForURL('**/app/**')
}

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(next)
  await page.getByLabel('The same again').fill(next)
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByRole('heading', { name: 'The password is set' }).waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
}

/** Makes a link for a person in the settings, as the owner does. */
async function makeLink(page: Page, project: MailProject, email: string): Promise<string> {
  await signIn(page, project.owner)
  const place = [project.name, 'Development', 'Operations'].map(encodeURIComponent).join('/')
  await page.goto(`/app/${place}/settings/people/${await project.findPersonId(email)}`)
  await page.getByRole('button', { name: 'Make a reset link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link for a new password' })
  await dialog.getByRole('button', { name: 'Make a reset link' }).click()
  const link = await dialog.locator('code').textContent()
  expect(await findAccessibilityProblems(page)).toEqual([])
  return link ?? ''
}

interface Listed {
  readonly data: readonly { readonly id: number }[]
}

/** Invites an address to the shop, and returns the link, which is not mailed. */
async function inviteToShop(email: string): Promise<string> {
  const manager = await findPerson('manager')
  const path = (await findShopPlace()).environmentPath.replace(/\/environments\/.*/, '')
  const findFirst = async (kind: 'roles' | 'teams') =>
    (await askService<Listed>(manager, 'GET', `${path}/${kind}`)).data[0]?.id
  const { token } = await askService<{ token: string }>(manager, 'POST', `${path}/invitations`, {
    email,
    permissionLevel: 'user',
    roleId: await findFirst('roles'),
    teamIds: [await findFirst('teams')],
  })
  return `${shop.serviceUrl}/invitations/${token}`
}

describePanel('accounts', () => {
  test('an invitation leads to an account and into the panel, once', async ({ openPage }) => {
    const link = await inviteToShop(makeEmail())
    const { page, problems } = await openPage()
    problems.allow(/status of 410/)
    await page.goto(link)
    await page.getByRole('heading', { name: `Join ${shop.projectName}` }).waitFor()
    expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
    await accept(page)
    await page.getByRole('button', { name: 'Account of Ada Berg' }).waitFor()
    await page.goto(link)
    await page.getByText('has been accepted').waitFor()
  })

  // It starts a service with a mail server. In `npm test`, suites of the service read the messages.
  longTest(
    'an invitation by mail leads to an account and into the panel, where mail is switched on',
    async ({ openPage }) => {
      const project = await createMailProject(`Invited ${randomUUID().slice(0, 8)}`)
      const email = makeEmail()
      const link = await project.invite(email)
      const page = await open(openPage, project)
      await page.goto(link)
      await page.getByRole('heading', { name: `Join ${project.name}` }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await join(page, link)

      await page.goto(`${page.url()}/settings/notifications`)
      await page.getByText('Verified').waitFor()
      const mentions = page.getByLabel('Somebody mentions me')
      expect(await mentions.isChecked()).toBe(false)
      const saved = page.waitForResponse(response => response.request().method() === 'PATCH')
      await mentions.check()
      expect((await saved).status()).toBe(200)
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.reload()
      await expect.poll(() => mentions.isChecked()).toBe(true)

      const id = await project.findPersonId(email)
      await project.admin.send('POST', `${project.environmentPath}/notes`, {
        title: 'Late parcel',
        recordId: '42',
        collectionName: 'orders',
        content: `<p><span data-mention-id="${id}">@Ada</span> where is it?</p>`,
      })
      const mail = await receiveMail(email)
      expect(mail).toContain('> @Ada where is it?')
      expect(new URL(readLink(mail)).pathname).toMatch(/\/data\/orders\/42$/)

      const unsubscribe = /http:\S+\/unsubscribe\/\S+/.exec(mail)?.[0] ?? ''
      await page.goto(unsubscribe)
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Send no more of it' }).click()
      await page.getByRole('heading', { name: 'Switched off' }).waitFor()

      // A used invitation says so.
      await page.goto(link)
      await page.getByText('has been accepted').waitFor()
    },
  )

  longTest(
    'a forgotten password is replaced by mail, or by a link of an Admin',
    async ({ openPage }) => {
      const project = await createMailProject(`Forgotten ${randomUUID().slice(0, 8)}`)
      const email = makeEmail()
      const page = await open(openPage, project)
      await join(page, await project.invite(email))

      const fresh = await open(openPage, project)
      await fresh.goto('/sign-in')
      await fresh.getByRole('link', { name: 'Forgotten password?' }).click()
      expect(await findAccessibilityProblems(fresh)).toEqual([])
      await fresh.getByLabel('E-mail address').fill(email)
      await fresh.getByRole('button', { name: 'Send me a link' }).click()
      await fresh.getByRole('heading', { name: 'Look into your mailbox' }).waitFor()
      await fresh.goto(readLink(await receiveMail(email)))
      await setPassword(fresh)
      await signIn(fresh, { email, password: next }, '/sign-in')

      // What was signed in before has ended.
      await page.goto('/app')
      await page.waitForURL('**/sign-in**')

      const link = await makeLink(await open(openPage, project), project, email)
      await page.goto(link)
      await setPassword(page)
      await signIn(page, { email, password: next }, '/sign-in')
      // An Admin has seen the link: the address is to be proven again.
      await page.waitForURL('**/app/**')
      await page.goto(`${new URL(page.url()).pathname}/settings/notifications`)
      await page.getByText('Not verified').waitFor()
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await page.getByText(`A link is on its way to ${email}`).waitFor()
      await page.goto(readLink(await receiveMail(email)))
      await page.getByRole('button', { name: `Use ${email} for my account` }).click()
      await page.getByRole('heading', { name: 'The e-mail address is verified' }).waitFor()
      await page.goto(link)
      await page.getByText('has been used').waitFor()
    },
  )

  longTest('an address is changed by a link to the new one', async ({ openPage }) => {
    const project = await createMailProject(`Moved ${randomUUID().slice(0, 8)}`)
    const [email, other] = [makeEmail(), makeEmail()]
    const page = await open(openPage, project)
    await join(page, await project.invite(email))
    await page.goto(`${page.url()}/settings/notifications`)
    await page.getByRole('button', { name: 'Change the address' }).click()
    await page.getByLabel('New e-mail address').fill(other)
    await page.getByLabel('Your password').fill(password)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText(`A link is on its way to ${other}`).waitFor()
    await page.goto(readLink(await receiveMail(other)))
    await page.getByRole('button', { name: `Use ${other} for my account` }).click()
    await page.getByRole('heading', { name: 'The e-mail address is verified' }).waitFor()
    expect(await receiveMail(email)).toContain(`had the address ${email}`)
  })

  test('what is not there is a page in the same look', async ({ openPage }) => {
    const { page, problems } = await openPage()
    problems.allow(/status of 404/)
    await page.goto('/nothing')
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
})
