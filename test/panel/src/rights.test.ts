import { randomUUID } from 'node:crypto'
import { isLongRun } from '@service/test-support'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findShop, openAdministration } from '../../../examples/store/src/administration.js'
import { askService } from './support/ask-service.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson, findPerson, type Person } from './support/people.js'
import { formatPath } from './support/place.js'

const none = { browse: false, read: false, edit: false, add: false, delete: false, export: false }
const look = { ...none, browse: true, read: true }

interface Rights {
  readonly defaults: object
  readonly collections: Readonly<Record<string, object>>
}

/** A role of the test's own, which may look at orders, and paths of the API. */
async function createRole(collections: Rights['collections'] = { orders: look }) {
  const admin = await openAdministration(shop.serviceUrl, shop)
  const { projectPath, environmentPath } = await findShop(admin, shop.email)
  const name = `Rights ${randomUUID().slice(0, 8)}`
  const { id } = await admin.send<{ id: number }>('POST', `${projectPath}/roles`, { name })
  const path = `${environmentPath}/roles/${id}/rights`
  await admin.send('PUT', path, { defaults: none, collections })
  await admin.close()
  return { name, id, path, projectPath, environmentPath }
}

const admin = () => createPerson({ role: 'Manager', team: 'Operations', level: 'admin' })
const readRights = async (path: string) =>
  askService<Rights>(await findPerson('manager'), 'GET', path)
const cell = (within: Page | Locator, name: string) =>
  within.getByRole('checkbox', { name, exact: true })

async function openRole(page: Page, role: string): Promise<void> {
  await page.goto(formatPath(shop, 'settings/roles'))
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption(role)
  await page.getByRole('region', { name: `Rights of ${role}` }).waitFor()
}

/** Opens the review, and reads its lines. */
async function review(page: Page): Promise<{ dialog: Locator; lines: readonly string[] }> {
  await page.getByRole('button', { name: 'Review and save' }).click()
  const dialog = page.getByRole('dialog', { name: /^Save rights in/ })
  await dialog.waitFor()
  const rows = await dialog.locator('tbody tr').all()
  const lines = rows.map(async row => (await row.locator('th, td').allInnerTexts()).join(' | '))
  return { dialog, lines: await Promise.all(lines) }
}

const save = async (dialog: Locator) => {
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** What `requireApproval` leads to. */
const ofRefund = {
  ...{ trigger: true, requireApproval: true, approve: false, selfApprove: false },
  requireApprovalCondition: {
    ...{ field: 'Amount', operator: 'greater_than', value: 100, source: 'input' },
  },
}

/** Lets the role run refunds, which need an approval above an amount. */
async function requireApproval(page: Page, drawer: Locator): Promise<void> {
  const refund = drawer.getByRole('group', { name: 'Refund' })
  await refund.getByRole('checkbox', { name: 'May run it' }).click()
  await refund.getByRole('checkbox', { name: 'Needs an approval' }).click()
  await refund.getByRole('button', { name: 'Add a condition' }).last().click()
  const builder = page.getByRole('dialog', { name: 'Refund: needs an approval when' })
  await builder.getByRole('button', { name: 'Remove the condition' }).click()
  // The form of the refund depends on the order.
  await builder.getByRole('textbox', { name: 'Field of the form' }).fill('Amount')
  await builder.getByRole('combobox', { name: 'Kind' }).selectOption('Number')
  await builder.getByRole('button', { name: 'Add a condition on it' }).click()
  await builder.getByRole('combobox', { name: 'Operator' }).selectOption('greater_than')
  await builder.getByRole('textbox', { name: 'Value of Amount' }).fill('100')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await builder.getByRole('button', { name: 'Use this condition' }).click()
  await refund.getByText('Form › Amount is greater than 100').waitFor()
}

describePanel('rights of roles', () => {
  test('are changed cell by cell, reviewed and saved as shown, and hold at once for whoever has the role', async ({
    openPage,
  }) => {
    const role = await createRole()
    const { page: member } = await openPage({
      person: await createPerson({ role: role.name, team: 'Operations' }),
    })
    await member.goto(formatPath(shop, 'data/orders'))
    await member.getByText('ORD-002000').first().waitFor()
    const create = member.getByRole('button', { name: /^New/ })
    const customers = member.getByRole('link', { name: 'Customers' })
    expect([await create.count(), await customers.count()]).toEqual([0, 0])

    const { page } = await openPage({ person: await admin() })
    await openRole(page, role.name)
    await cell(page, 'orders: Create').click()
    await cell(page, 'customers: List').click()
    await page
      .getByText('2 unsaved')
      .or(page.getByText(/unsaved changes/))
      .first()
      .waitFor()
    // Fields and, in the long runs, actions, with a condition on the record and one on the form.
    await page.getByRole('button', { name: 'orders', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'orders' })
    await cell(drawer, 'total: Read').click()
    if (isLongRun) await requireApproval(page, drawer)
    expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
    await drawer.getByRole('button', { name: 'Close' }).click()
    const { dialog, lines } = await review(page)
    expect(lines).toEqual(
      expect.arrayContaining([
        'Create | no | → yes',
        'total › Read | yes, as above | → no',
        'List | no, as above | → yes',
        ...(isLongRun
          ? [
              'Refund › May run it | no, as above | → yes',
              'Refund › Needs an approval when | always | → Form › Amount is greater than 100',
            ]
          : []),
      ]),
    )
    await dialog.getByText('Concerns 1 person').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await save(dialog)
    await expect
      .poll(() => readRights(role.path))
      .toEqual({
        defaults: none,
        collections: {
          customers: { ...none, browse: true },
          orders: {
            ...look,
            add: true,
            fields: { total: { read: false, edit: false } },
            ...(isLongRun && { actions: { Refund: ofRefund } }),
          },
        },
      })

    // The member did nothing: their page notices.
    await create.first().waitFor({ timeout: 20_000 })
    await customers.first().waitFor()
    expect(await member.getByRole('columnheader', { name: 'Total' }).count()).toBe(0)

    if (!isLongRun) return
    await page.getByRole('button', { name: 'customers: follow the default again' }).click()
    await save((await review(page)).dialog)
    await customers.first().waitFor({ state: 'detached', timeout: 20_000 })
  })

  longTest(
    'are kept while another screen is open, compared with another role, and taken back',
    async ({ openPage }) => {
      const role = await createRole()
      const { page } = await openPage({ person: await admin() })
      await openRole(page, role.name)
      await cell(page, 'orders: Edit').click()
      await page.getByRole('link', { name: 'Scopes' }).click()
      await page.getByRole('heading', { name: 'Scopes' }).waitFor()
      await page.getByRole('link', { name: 'Roles and rights' }).click()
      await page.getByText('1 unsaved change').waitFor()
      await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption(role.name)
      expect(await cell(page, 'orders: Edit').isChecked()).toBe(true)

      await page.getByRole('combobox', { name: 'Compare with' }).selectOption('Manager')
      const row = page.getByRole('row', { name: 'orders', exact: false }).filter({
        has: cell(page, 'orders: Edit'),
      })
      await row.getByText('Manager: 2 of 2').waitFor()
      await page.getByRole('combobox', { name: 'Compare with' }).selectOption('Auditor')
      await page.getByRole('checkbox', { name: 'Only those that differ' }).check()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.getByText('By collection').click()
      await page.getByRole('combobox', { name: 'Collection' }).selectOption('orders')
      expect(await cell(page, `${role.name}: Edit`).isChecked()).toBe(true)
      await page.getByRole('button', { name: 'Discard' }).click()
      expect(await cell(page, `${role.name}: Edit`).isChecked()).toBe(false)
      expect(await page.getByText(/unsaved/).count()).toBe(0)

      await page.getByText('By role').click()
      await page.getByRole('button', { name: 'Rename' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill(`${role.name} B`)
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
      await page.getByRole('region', { name: `Rights of ${role.name} B` }).waitFor()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      const names = await page.getByRole('combobox', { name: 'Role', exact: true }).innerText()
      expect(names).not.toContain(role.name)

      await page.getByRole('button', { name: 'New role' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill(`${role.name} C`)
      await page.getByRole('dialog').getByRole('button', { name: 'Create the role' }).click()
      await page.getByRole('region', { name: `Rights of ${role.name} C` }).waitFor()
    },
  )

  longTest(
    'of two administrators at once lose nothing: what differs is merged, what collides is asked',
    async ({ openPage }) => {
      const role = await createRole({ orders: look, customers: look })
      const manager = await findPerson('manager')
      const { page, problems } = await openPage({ person: await admin() })
      problems.allow(/412/)
      await openRole(page, role.name)
      await cell(page, 'orders: Edit').click()
      await cell(page, 'customers: Delete').click()
      const theirs = { defaults: { ...none, export: true }, collections: { orders: look } }
      await askService(manager, 'PUT', role.path, theirs)
      await save((await review(page)).dialog)
      const conflict = page.getByRole('dialog', { name: 'Two people changed the same' })
      await conflict.getByText('customers · all rights').waitFor()
      await conflict.getByText(/^Mine/).click()
      await conflict.getByRole('button', { name: 'Continue' }).click()
      await conflict.waitFor({ state: 'detached' })
      expect(await readRights(role.path)).toEqual(theirs)
      await save((await review(page)).dialog)
      await expect
        .poll(() => readRights(role.path))
        .toEqual({
          defaults: { ...none, export: true },
          collections: { orders: { ...look, edit: true }, customers: { ...look, delete: true } },
        })
    },
  )

  longTest(
    'of 300 collections stay quick, and are copied from another environment',
    async ({ openPage }) => {
      const role = await createRole()
      const manager = await findPerson('manager')
      const environmentName = `Large ${randomUUID().slice(0, 8)}`
      const environment = await askService<{ id: number; secret: string }>(
        manager,
        'POST',
        `${role.projectPath}/environments`,
        { name: environmentName, kind: 'staging' },
      )
      await uploadSchema(environment.secret, 300)
      const { page } = await openPage({ person: await admin() })
      await openRole(page, role.name)
      await page.getByRole('combobox', { name: 'Environment' }).selectOption(environmentName)
      await cell(page, 'c000: List').waitFor()
      const rows = page.locator('tbody tr')
      expect(await rows.count()).toBeLessThan(60)
      await cell(page, 'c000: List').click()
      await page.getByRole('region', { name: /^Rights of/ }).evaluate(region => {
        region.scrollTop = region.scrollHeight
      })
      await cell(page, 'c299: Delete').click()
      expect(await rows.count()).toBeLessThan(60)
      await page.getByRole('searchbox', { name: 'Find a collection' }).fill('c15')
      await expect.poll(() => cell(page, 'c150: Read').count()).toBe(1)
      await save((await review(page)).dialog)
      const path = `${role.projectPath}/environments/${environment.id}/roles/${role.id}/rights`
      await expect
        .poll(() => readRights(path))
        .toEqual({
          defaults: none,
          collections: { c000: { ...none, browse: true }, c299: { ...none, delete: true } },
        })
      await page.getByRole('button', { name: 'Copy from another environment' }).click()
      const copy = page.getByRole('dialog', { name: /^Copy rights/ })
      await copy.getByRole('combobox', { name: 'From' }).selectOption(shop.environmentName)
      await copy.getByRole('button', { name: 'Replace the rights' }).click()
      await copy.waitFor({ state: 'detached' })
      expect(await readRights(path)).toEqual({ defaults: none, collections: { orders: look } })

      // All roles in all environments, in a few words each.
      await page.getByRole('button', { name: 'All environments' }).click()
      const overview = page.getByRole('dialog', { name: 'All environments' })
      const open = `Open ${role.name} in ${shop.environmentName}`
      const summary = overview.getByRole('button', {
        name: `Nothing, 1 collection of its own. ${open}`,
      })
      await summary.waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await summary.click()
      await overview.waitFor({ state: 'detached' })
      const chosen = page.getByRole('combobox', { name: 'Environment' }).locator('option:checked')
      expect(await chosen.innerText()).toBe(shop.environmentName)
    },
  )
})

/** Sends a schema as an agent does. */
async function uploadSchema(secret: string, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `c${String(index).padStart(3, '0')}`)
  const response = await fetch(`${shop.serviceUrl}/agent-api/schema`, {
    method: 'POST',
    headers: { 'service-secret-key': secret, 'content-type': 'application/json' },
    body: JSON.stringify({
      meta: { liana: 'test', liana_version: '1.0.0', schemaFileHash: 'a'.repeat(40) },
      data: names.map(name => ({
        type: 'collections',
        id: name,
        attributes: { name, fields: [{ field: 'id', type: 'Number', isFilterable: true }] },
      })),
      included: [],
    }),
  })
  expect(response.status).toBe(204)
}

/** A team of the test's own with one member. */
async function createTeam(level: 'user' | 'admin' = 'user') {
  const manager = await findPerson('manager')
  const role = await createRole({ orders: look, customers: look })
  const name = `Team ${randomUUID().slice(0, 8)}`
  const { projectPath, environmentPath } = role
  const team = await askService<{ id: number }>(manager, 'POST', `${projectPath}/teams`, { name })
  const person: Person = await createPerson({
    ...{ role: role.name, team: 'Operations', level },
    tags: { wanted: 'paid' },
  })
  const { user } = await askService<{ user: { id: number } }>(person, 'GET', '/api/session')
  await askService(manager, 'PATCH', `${projectPath}/people/${user.id}`, { teamIds: [team.id] })
  return { name, person, path: `${environmentPath}/teams/${team.id}/scopes` }
}

describePanel('scopes', () => {
  longTest(
    'are built with a preview of the count, use tags of people, and restrict the team',
    async ({ openPage }) => {
      const team = await createTeam()
      const { page } = await openPage({ person: await admin() })
      await page.goto(formatPath(shop, 'settings/scopes'))
      await page.getByRole('combobox', { name: 'Team' }).selectOption(team.name)
      await page.getByText(`${team.name} reaches all records`).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'New scope' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Collection' }).selectOption('orders')
      await dialog.getByRole('combobox', { name: /^Field: / }).click()
      await page.getByRole('combobox', { name: 'Find a field' }).fill('status')
      await page.getByRole('option', { name: 'Status', exact: true }).click()
      await dialog.getByRole('combobox', { name: 'Operator' }).selectOption('equal')
      await dialog.getByRole('combobox', { name: 'Value of Status' }).selectOption('paid')
      const shows = dialog.getByText(/^Shows [\d,]+ of [\d,]+ orders to/)
      const readCounts = async () =>
        (await shows.innerText()).match(/[\d,]+/g)?.map(text => Number(text.replace(',', ''))) ?? []
      await expect.poll(async () => ((await readCounts())[0] ?? 0) < 2000).toBe(true)
      const [paid = 0, all = 0] = await readCounts()
      expect([paid > 0, all >= 2000]).toEqual([true, true])
      await dialog.getByText('Counted now with your own rights and scopes.').waitFor()

      // The same for whoever has the tag: it is counted with the values of a member.
      await dialog.getByRole('button', { name: 'Compare with me' }).click()
      await dialog.getByRole('combobox', { name: 'What of me' }).selectOption('My tag wanted')
      await dialog.getByText('This person lacks one of the values').waitFor()
      const members = dialog.getByRole('combobox', { name: 'Preview with the values of' })
      const [first = ''] = team.person.email.split('@')
      await members.selectOption(`${first[0]?.toUpperCase()}${first.slice(1)} Tester`)
      await expect.poll(async () => (await readCounts())[0]).toBe(paid)
      expect(await findAccessibilityProblems(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Save the scope' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('Status is My tag wanted').waitFor()

      const { page: member } = await openPage({ person: team.person })
      await member.goto(formatPath(shop, 'data/orders', team.name))
      await member.getByText(new RegExp(`${paid.toLocaleString('en')} records`)).waitFor()

      // Whoever edits the rights on the collection sees the scope beside them.
      await page.goto(formatPath(shop, 'settings/roles'))
      await page.getByRole('button', { name: 'orders', exact: true }).click()
      const drawer = page.getByRole('dialog', { name: 'orders' })
      await drawer.getByText('Status is My tag wanted').waitFor()
      expect(await drawer.getByRole('term').allInnerTexts()).toContain(team.name)
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.goto(formatPath(shop, 'settings/scopes'))

      // A field that is gone is named, and the scope removed.
      const manager = await findPerson('manager')
      await askService(manager, 'PUT', `${team.path}/customers`, {
        condition: { field: 'gone', operator: 'present' },
      })
      await page.reload()
      await page.getByRole('combobox', { name: 'Team' }).selectOption(team.name)
      await page.getByText('This field does not exist any more: gone.').waitFor()
      for (const collection of ['customers', 'orders']) {
        await page.getByRole('button', { name: `Remove the scope on ${collection}` }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Remove the scope' }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await page.getByText(`${team.name} reaches all records`).waitFor()
      expect(await askService(manager, 'GET', team.path)).toEqual({ data: [] })
    },
  )
})
