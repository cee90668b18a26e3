import { randomUUID } from 'node:crypto'
import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { findShopPlace } from './support/find-place.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson, findPerson } from './support/people.js'
import { formatPath } from './support/place.js'

const settings = (area: string) => formatPath(shop, `settings/${area}`)
const makeName = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

interface Member {
  readonly id: number
  readonly email: string
  readonly permissionLevel: string
  readonly role: { readonly name: string }
  readonly teams: readonly { readonly name: string }[]
  readonly tags: Readonly<Record<string, string>>
}

const readProjectPath = async () =>
  (await findShopPlace()).environmentPath.replace(/\/environments\/.*/, '')

async function findMember(email: string): Promise<Member | undefined> {
  const path = `${await readProjectPath()}/people?limit=1000`
  const { data } = await askService<{ data: readonly Member[] }>(
    await findPerson('manager'),
    'GET',
    path,
  )
  return data.find(each => each.email === email)
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** The secret that a dialog shows, which is then closed. */
async function takeSecret(page: Page): Promise<string> {
  const secret = await page.locator('[data-secret]').innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  return secret
}

describePanel('people in the settings', () => {
  test('are invited, changed one by one and together, and removed', async ({ openPage }) => {
    const { page, problems } = await openPage({ person: 'manager' })
    const [first, second] = [0, 1].map(() => `${randomUUID().slice(0, 8)}@invited.example`)
    // The people whom other tests made would make a long table.
    await page.goto(`${settings('people')}?q=shop.example`)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const form = dialog(page, 'Invite somebody')
    // What is missing is said at its field, and what is entered stays.
    await form.getByLabel('E-mail address').fill('nobody')
    await form.getByRole('button', { name: 'Invite' }).click()
    await form.getByText('Enter an e-mail address.').waitFor()
    await form.getByText('Choose a role.').waitFor()
    expect(await form.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Escape')
    await dialog(page, 'Leave without saving?')
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await form.getByLabel('E-mail address').fill(first ?? '')
    await form.getByLabel('Role').selectOption('Support')
    await form.getByRole('checkbox', { name: 'Support' }).check()
    await form.getByRole('button', { name: 'Add a tag' }).click()
    await form.getByLabel('Key of tag 1').fill('country')
    await form.getByLabel('Value of tag 1').fill('PT')
    expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
    await form.getByRole('button', { name: 'Invite' }).click()
    const url = await takeSecret(page)
    const open = page.getByRole('table', { name: 'Open invitations' })
    await open.getByText(first ?? '').waitFor()

    const accept = (link: string) =>
      fetch(link.replace('/invitations/', '/api/invitations/').concat('/accept'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          password: `${randomUUID()} of a test`,
          firstName: 'Inês',
          lastName: 'Invited',
        }),
      })
    if (isLongRun) {
      // The service refuses a second one, at the field.
      problems.allow(/status of (404|409)/)
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await form.getByLabel('E-mail address').fill(first ?? '')
      await form.getByLabel('Role').selectOption('Support')
      await form.getByRole('checkbox', { name: 'Support' }).check()
      await form.getByRole('button', { name: 'Invite' }).click()
      await form.getByText('has an open invitation').waitFor()
      await form.getByLabel('E-mail address').fill(second ?? '')
      await form.getByRole('button', { name: 'Invite' }).click()
      const revokedUrl = await takeSecret(page)
      await page.getByRole('button', { name: `Revoke the invitation of ${second}` }).click()
      await dialog(page, 'Revoke the invitation?').getByRole('button', { name: 'Revoke' }).click()
      await open.getByText(second ?? '').waitFor({ state: 'detached' })
      expect((await accept(revokedUrl)).status).toBe(404)
    }
    expect((await accept(url)).status).toBe(200)
    expect(await findMember(first ?? '')).toMatchObject({
      permissionLevel: 'user',
      role: { name: 'Support' },
      tags: { country: 'PT' },
    })

    // Search finds them by tag, without accents; the address keeps it.
    await page.reload()
    await page.getByRole('searchbox', { name: 'Search people' }).fill(`ines ${first} country=pt`)
    const table = page.getByRole('table', { name: 'People' })
    await expect.poll(() => table.getByRole('link').count()).toBe(1)
    expect(page.url()).toContain('?q=ines')
    await table.getByRole('link', { name: 'Inês Invited' }).click()
    const drawer = dialog(page, 'Inês Invited')
    await drawer.getByLabel('Level').selectOption('Editor')
    await drawer.getByLabel('Value of tag 1').fill('ES')
    await page.keyboard.press('Control+s')
    await page.getByText('Inês Invited is changed').waitFor()
    await drawer.waitFor({ state: 'detached' })
    expect(await findMember(first ?? '')).toMatchObject({
      permissionLevel: 'editor',
      tags: { country: 'ES' },
    })

    if (isLongRun) {
      const other = await createPerson({ role: 'Support', team: 'Support' })
      await page.goto(`${settings('people')}?q=${encodeURIComponent(first ?? '')}`)
      await page.getByRole('checkbox', { name: 'Select Inês Invited' }).check()
      await page.getByRole('searchbox', { name: 'Search people' }).fill(other.email)
      await page.getByRole('checkbox', { name: 'Select 1 person' }).waitFor()
      await table.getByRole('checkbox').check()
      await page.getByText('2 selected').waitFor()
      await page.getByRole('button', { name: 'Change…' }).click()
      const group = dialog(page, 'Change 2 people')
      await group.getByLabel('Role').selectOption('Logistics')
      await group.getByRole('group', { name: 'Add to teams' }).getByText('Warehouse').click()
      await group.getByRole('group', { name: 'Remove from teams' }).getByText('Support').click()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await group.getByRole('button', { name: 'Change 2 people' }).click()
      await page.getByText('2 people are changed').waitFor()
      expect(await findMember(first ?? '')).toMatchObject({
        permissionLevel: 'editor',
        role: { name: 'Logistics' },
        teams: [{ name: 'Warehouse' }],
        tags: { country: 'ES' },
      })
      expect(await findMember(other.email)).toMatchObject({ role: { name: 'Logistics' } })
    }

    await page.getByRole('searchbox', { name: 'Search people' }).fill(first ?? '')
    await table.getByRole('link', { name: 'Inês Invited' }).click()
    if (isLongRun) {
      // Who has no second factor keeps none, and the dialog says so.
      await drawer.getByRole('button', { name: 'Remove their second factors' }).click()
      const factors = dialog(page, 'Remove their second factors')
      await factors.getByRole('button', { name: 'Remove their second factors' }).click()
      await factors.getByRole('alert').waitFor()
      await page.keyboard.press('Escape')
    }
    await drawer.getByRole('button', { name: 'Remove from the project' }).click()
    const question = dialog(page, 'Remove Inês Invited?')
    await question.getByText('loses access to this project at once').waitFor()
    await question.getByRole('button', { name: 'Remove from the project' }).click()
    await page.getByText('Inês Invited is removed from the project').waitFor()
    expect(await findMember(first ?? '')).toBeUndefined()
  })

  longTest(
    'are read by those who are no admins, without tags and buttons',
    async ({ openPage }) => {
      const { page } = await openPage({ person: 'support' })
      await page.goto(formatPath(shop, 'settings/people?q=Shop+Manager', 'Support'))
      const table = page.getByRole('table', { name: 'People' })
      await table.getByRole('link', { name: 'Shop Manager' }).click()
      const drawer = dialog(page, 'Shop Manager')
      await drawer.getByText('Only admins of the project change people.').waitFor()
      expect(await drawer.getByRole('combobox').count()).toBe(0)
      await page.keyboard.press('Escape')
      expect(await page.getByRole('columnheader', { name: 'Tags' }).count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0)
      expect(await table.getByRole('checkbox').count()).toBe(0)
      await page.goto(formatPath(shop, 'settings/teams', 'Support'))
      await page.getByRole('link', { name: 'Warehouse' }).click()
      await dialog(page, 'Warehouse').getByText('in this team').waitFor()
      expect(await page.getByRole('button', { name: 'Create a team' }).count()).toBe(0)
      await page.goto(formatPath(shop, 'settings/api-tokens', 'Support'))
      await page.getByText('Only people with the level').waitFor()
      await page.goto(formatPath(shop, 'settings/project', 'Support'))
      await page.getByText('Owners of this installation create further projects.').waitFor()
      expect(await page.getByRole('button', { name: 'Delete the project' }).count()).toBe(0)
    },
  )
})

describePanel('teams in the settings', () => {
  longTest(
    'are created, renamed, kept while people are in them, and deleted',
    async ({ openPage }) => {
      const { page, problems } = await openPage({ person: 'manager' })
      problems.allow(/status of 409/)
      const [name, newName] = [makeName('Team'), makeName('Renamed')]
      await page.goto(settings('teams'))
      await page.getByRole('button', { name: 'Create a team' }).click()
      const form = dialog(page, 'Create a team')
      await form.getByLabel('Name').fill('Support')
      await form.getByRole('button', { name: 'Create a team' }).click()
      await form.getByText('Another team of the project has this name.').waitFor()
      await form.getByLabel('Name').fill(name)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name }).waitFor()
      await page.getByRole('button', { name: `Rename the team ${name}` }).click()
      await dialog(page, `Rename ${name}`).getByLabel('Name').fill(newName)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Delete the team Support' }).click()
      await dialog(page, 'Delete Support?').getByText('Move them to another team first').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: `Delete the team ${newName}` }).click()
      const question = dialog(page, `Delete ${newName}?`)
      await question.getByText('It has no dashboards').waitFor()
      const button = question.getByRole('button', { name: 'Delete' })
      expect(await button.isDisabled()).toBe(true)
      await question.getByRole('textbox').fill(newName)
      await button.click()
      await page.getByRole('link', { name: newName }).waitFor({ state: 'detached' })
    },
  )
})

describePanel('projects in the settings', () => {
  longTest('are created, renamed and deleted; the last admin stays', async ({ openPage }) => {
    const { page, problems } = await openPage({ person: 'manager' })
    // No agent is connected to a new project; that of the project which opens at the end may be gone.
    problems.allow(/status of 409|:\d+\/service\/|ERR_/)
    const [name, newName] = [makeName('Project'), makeName('Other')]
    await page.goto(settings('project'))
    await page.getByRole('button', { name: 'Create a project' }).click()
    await dialog(page, 'Create a project').getByLabel('Name').fill(name)
    await page.keyboard.press('Enter')
    expect(await takeSecret(page)).toMatch(/^[0-9a-f]{64}$/)
    await page.getByRole('table', { name: 'Your projects' }).getByRole('link', { name }).click()
    await page.waitForURL(`**/${encodeURIComponent(name)}/**`)
    const own = { projectName: name, environmentName: 'Development' }

    // Nobody can remove the last admin, and is told before.
    await page.goto(formatPath(own, 'settings/people'))
    await page.getByRole('link', { name: 'Shop Manager' }).click()
    const drawer = dialog(page, 'Shop Manager')
    await drawer.getByText('This is the last admin of the project.').first().waitFor()
    const remove = drawer.getByRole('button', { name: 'Remove from the project' })
    expect(await remove.isDisabled()).toBe(true)
    await drawer.getByLabel('Level').selectOption('User')
    await page.keyboard.press('Control+s')
    await drawer.getByText('Make somebody else an admin first.').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Discard' }).click()

    // The page goes on at the address with the new name.
    await page.goto(formatPath(own, 'settings/project'))
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await dialog(page, 'Rename the project').getByLabel('Name').fill(newName)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/${encodeURIComponent(newName)}/**`)
    await page.getByRole('heading', { name: newName }).waitFor()
    await page.getByRole('button', { name: 'Delete the project' }).click()
    const question = dialog(page, `Delete ${newName}?`)
    await question.getByText('All its people lose access at once').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await question.getByRole('textbox').fill(newName)
    // What the page was asking for while the project was deleted.
    problems.allow(/status of 404 .*\/projects\/\d+/)
    await question.getByRole('button', { name: 'Delete the project' }).click()
    // Another project opens: which one depends on what there is.
    await page.waitForURL(
      ({ pathname }) =>
        /^\/app\/[^/]+\/[^/]+\/[^/]+/.test(pathname) &&
        !pathname.includes(encodeURIComponent(newName)),
    )
  })
})

describePanel('tokens in the settings', () => {
  test('are shown once, work, and stop when they are revoked', async ({ openPage }) => {
    const { page } = await openPage({ person: 'manager' })
    const name = makeName('Token')
    await page.goto(settings('api-tokens'))
    await page.getByRole('button', { name: 'Create a token' }).click()
    const form = dialog(page, 'Create a token')
    await form.getByLabel('Name').fill(name)
    await form.getByRole('button', { name: 'Create a token' }).click()
    await form.getByText('Choose at least one scope.').waitFor()
    await form.getByRole('checkbox', { name: /notes:read/ }).check()
    await form.getByRole('button', { name: 'Create a token' }).click()
    const token = await takeSecret(page)
    const readNotes = async () => {
      const place = `project/${shop.projectName}/environment/${shop.environmentName}`
      const response = await fetch(`${shop.serviceUrl}/v1/${place}/notes?limit=1`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return response.status
    }
    expect(await readNotes()).toBe(200)
    if (isLongRun) await page.reload()
    const row = page.getByRole('row', { name: new RegExp(name) })
    await row.getByText('notes:read').waitFor()
    expect(await page.content()).not.toContain(token)
    expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
    await page.getByRole('button', { name: `Revoke the token ${name}` }).click()
    await dialog(page, `Revoke ${name}?`).getByRole('button', { name: 'Revoke' }).click()
    await row.waitFor({ state: 'detached' })
    expect(await readNotes()).toBe(401)
    await page.getByRole('checkbox', { name: /that ha(s|ve) ended/ }).check()
    await row.getByText('Revoked').waitFor()
  })

  longTest('of a person act as that person until they are revoked', async ({ openPage }) => {
    const person = await createPerson({ role: 'Support', team: 'Support' })
    const { page } = await openPage({ person })
    const name = makeName('Script')
    await page.goto(formatPath(shop, 'settings/personal-tokens', 'Support'))
    await page.getByRole('button', { name: 'Create a token' }).first().click()
    const form = dialog(page, 'Create a token')
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Works').selectOption('Until a day…')
    await form.getByRole('button', { name: 'Create a token' }).click()
    await form.getByText('Choose a day that is not past.').waitFor()
    await form.getByLabel('Works').selectOption('For 30 days')
    await form.getByRole('button', { name: 'Create a token' }).click()
    const token = await takeSecret(page)
    const readMe = () =>
      fetch(`${shop.serviceUrl}/api/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await readMe()).json()).toMatchObject({ email: person.email })
    await page.getByRole('button', { name: `Revoke the token ${name}` }).click()
    await dialog(page, `Revoke ${name}?`).getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('There are no tokens').waitFor()
    expect((await readMe()).status).toBe(401)
  })
})
