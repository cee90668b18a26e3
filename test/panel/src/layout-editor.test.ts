import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLongRun } from '@service/test-support'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { createTeam } from './support/create-team.js'
import { describePanel, type Fixtures, longTest, shop, test } from './support/panel-test.js'
import { createPerson, type Person } from './support/people.js'
import { formatPath, type PanelPlace } from './support/place.js'

/** Nobody else looks at this environment with the eyes of this team. */
const team = 'Finance'
const createEditor = () => createPerson({ role: 'Accounting', team, level: 'editor' })

const bar = (page: Page) => page.getByRole('region', { name: 'Editing the layout' })
const drawer = (page: Page) => page.getByRole('complementary', { name: 'Layout of this screen' })
const rows = (list: Locator) => list.getByRole('listitem')
const shownColumns = (page: Page) => rows(drawer(page).getByRole('list', { name: 'Shown columns' }))
const heads = (page: Page) => page.getByRole('columnheader')
const readHeads = async (page: Page) =>
  (await heads(page).allInnerTexts()).map(text => text.trim()).filter(text => text !== '')

async function openTable(
  openPage: Fixtures['openPage'],
  place: PanelPlace,
  person: Person,
  table = 'every_type',
) {
  const opened = await openPage({ person })
  await opened.page.goto(formatPath(place, `data/${table}`, team))
  await heads(opened.page).nth(1).waitFor()
  return opened
}

async function startEditing(page: Page) {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Edit layout' }).click()
  await bar(page).waitFor()
  await drawer(page).waitFor()
}

async function chooseTab(page: Page, name: string) {
  await drawer(page)
    .getByRole('navigation', { name: 'Parts of the layout' })
    .getByRole('button', { name, exact: true })
    .click()
}

async function setName(page: Page, name: string) {
  await chooseTab(page, 'General')
  await drawer(page).getByRole('textbox', { name: 'Name', exact: true }).fill(name)
}

async function publish(page: Page) {
  await bar(page).getByRole('button', { name: 'Review and publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the layout' })
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  return dialog
}

async function chooseInMenu(page: Page, item: string) {
  await bar(page).getByRole('button', { name: 'History, copies and files' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describePanel('the layout editor', () => {
  test('changes what the team sees, after a review; an earlier version is restored', async ({
    openPage,
    openPlace,
  }) => {
    const place = await openPlace('Every type')
    const { page } = await openTable(openPage, place, await createEditor())
    const before = await readHeads(page)
    await startEditing(page)
    expect(await findAccessibilityProblems(page, everyRun)).toEqual([])

    // The draft is on the screen at once.
    await setName(page, 'Everything')
    await page.getByRole('heading', { name: 'Everything', exact: true }).first().waitFor()
    await chooseTab(page, 'Columns')
    const second = before[1] ?? ''
    await drawer(page)
      .getByRole('button', { name: `Hide ${second}` })
      .click()
    await expect.poll(() => readHeads(page)).toEqual(before.filter(name => name !== second))
    // The list itself is a handle, too: its menu moves a column for the team.
    const third = before[2] ?? ''
    await page.getByRole('button', { name: `Menu of the column ${third}` }).click({ force: true })
    await page.getByRole('menuitem', { name: 'Move right' }).click()
    const moved = [before[0], before[3], third, ...before.slice(4)]
    await expect.poll(() => readHeads(page)).toEqual(moved)
    // Settings of a field are a press away.
    await shownColumns(page)
      .first()
      .getByRole('button', { name: /^Settings of / })
      .click()
    await drawer(page).getByRole('textbox', { name: 'Label' }).fill('Title')
    await heads(page).filter({ hasText: 'Title' }).waitFor()
    await bar(page).getByText('4 changes').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])

    if (isLongRun) {
      // A reload keeps the draft; nobody else sees it before it is published.
      await page.reload()
      await heads(page).nth(1).waitFor()
      expect(await readHeads(page)).toEqual(before)
      await startEditing(page)
      await bar(page).getByText('4 changes').waitFor()
    }
    const review = await publish(page)
    await page.getByText(`The layout of team ${team} is published`).waitFor()
    await review.waitFor({ state: 'detached' })
    await bar(page).getByText('No changes').waitFor()

    const colleague = await createPerson({ role: 'Accounting', team })
    const { page: other } = await openTable(openPage, place, colleague)
    await other.getByRole('heading', { name: 'Everything', exact: true }).first().waitFor()
    expect(await readHeads(other)).toEqual(['Title', ...moved.slice(1)])
    await other.getByRole('button', { name: /^Account of / }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await other.getByRole('menuitem', { name: 'Edit layout' }).count()).toBe(0)

    if (!isLongRun) return
    // The history says who did what, and leads back.
    await setName(page, 'Something')
    await publish(page)
    await bar(page).getByText('No changes').waitFor()
    await chooseInMenu(page, 'History')
    const history = page.getByRole('dialog', { name: 'History of the layout' })
    await history.getByRole('button', { name: 'Changes of version 2' }).click()
    await history.getByText('Name: from Everything to Something').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await history.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByText('Version 1 is published again').waitFor()
    await page.getByRole('heading', { name: 'Everything', exact: true }).first().waitFor()
    await bar(page).getByRole('button', { name: 'Leave' }).click()
    await bar(page).waitFor({ state: 'detached' })
    expect(await readHeads(page)).toEqual(['Title', ...moved.slice(1)])
  })

  longTest(
    'merges what two people publish at once, and lets them choose where they differ',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Large table')
      const [ana, ben] = [await createEditor(), await createEditor()]
      const { page: first } = await openTable(openPage, place, ana, 'measurements')
      const { page: second, problems } = await openTable(openPage, place, ben, 'measurements')
      problems.allow(/status of 412/)
      const before = await readHeads(first)
      for (const page of [first, second]) await startEditing(page)
      await drawer(first)
        .getByRole('button', { name: `Hide ${before[1]}` })
        .click()
      await setName(first, 'Big')
      await publish(first)
      await bar(first).getByText('No changes').waitFor()

      await drawer(second)
        .getByRole('button', { name: `Hide ${before[3]}` })
        .click()
      await setName(second, 'Huge')
      await publish(second)
      const merge = second.getByRole('dialog', { name: 'Somebody else published, too' })
      await merge.getByText(/published another layout at/).waitFor()
      await merge.getByText(`Column ${before[1]} hidden`).waitFor()
      const both = merge.getByRole('button', { name: 'Publish both' })
      expect(await both.isDisabled()).toBe(true)
      expect(await findAccessibilityProblems(second)).toEqual([])
      await merge.getByRole('radio', { name: /^Yours: Name: Huge$/ }).check()
      await both.click()
      await merge.waitFor({ state: 'detached' })
      await bar(second).getByText('No changes').waitFor()

      const wanted = before.filter((_name, index) => index !== 1 && index !== 3)
      await first.reload()
      await first.getByRole('heading', { name: 'Huge', exact: true }).first().waitFor()
      expect(await readHeads(first)).toEqual(wanted)
    },
  )

  longTest(
    'writes and reads files without a difference, and copies to another environment',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every action')
      const elsewhere = await openPlace('No tables')
      const { page } = await openPage({ person: await createEditor() })
      await page.goto(formatPath(place, 'data/tasks/299', team))
      await page.getByRole('heading', { name: 'Task 299' }).waitFor()
      await startEditing(page)
      await setName(page, 'Exported')
      await chooseTab(page, 'Details')
      await drawer(page).getByRole('button', { name: 'Add a section' }).click()
      // The page of a record has handles, too.
      const lines = page.getByRole('main').locator('[data-field]')
      await lines.nth(2).waitFor()
      const readLines = () =>
        lines.evaluateAll(all => all.map(line => (line as HTMLElement).dataset.field))
      const fields = await readLines()
      await lines.nth(2).dragTo(lines.nth(0))
      await expect.poll(readLines).toEqual([fields[2], fields[0], fields[1], ...fields.slice(3)])
      await lines
        .nth(0)
        .getByRole('button', { name: /^Hide / })
        .click()
      await expect.poll(readLines).toEqual([fields[0], fields[1], ...fields.slice(3)])
      await drawer(page)
        .getByRole('region', { name: 'Section 1' })
        .getByRole('button', { name: /^Move (?!section)/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Move to “Section 2”' }).click()
      await page.getByRole('main').getByRole('heading', { name: 'Section 2' }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        chooseInMenu(page, 'Export as a file'),
      ])
      expect(download.suggestedFilename()).toBe('layout-every-action-finance.json')
      const path = join(await mkdtemp(join(tmpdir(), 'layout-')), 'layout.json')
      await download.saveAs(path)
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ version: 1 })
      await chooseInMenu(page, 'Import a file')
      const dialog = page.getByRole('dialog', { name: 'Import a layout' })
      await dialog.getByLabel('JSON file').setInputFiles(path)
      await dialog.getByText('Nothing differs.').waitFor()
      const file = (content: string) => ({
        name: 'layout.json',
        mimeType: 'application/json',
        buffer: Buffer.from(content),
      })
      await dialog.getByLabel('JSON file').setInputFiles(file('{"version":3}'))
      await dialog.getByText('The file is not a layout.').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Escape')
      await publish(page)
      await bar(page).getByText('No changes').waitFor()

      await chooseInMenu(page, 'Copy to another team')
      const copy = page.getByRole('dialog', { name: 'Copy the layout' })
      await copy
        .getByRole('combobox', { name: 'To' })
        .selectOption({ label: `${elsewhere.environmentName} / ${team}` })
      await copy.getByText('Name: Exported').waitFor()
      await copy.getByRole('button', { name: 'Copy', exact: true }).click()
      await page
        .getByText(`The layout is copied to ${elsewhere.environmentName} / ${team}`)
        .waitFor()
    },
  )

  longTest('chooses the columns of related lists for the team', async ({ openPage }) => {
    const { name, author, reader } = await createTeam()
    const orders = formatPath(shop, 'data/customers/2/orders', name)
    const { page } = await openPage({ person: author })
    await page.goto(orders)
    await heads(page).nth(1).waitFor()
    const before = await readHeads(page)
    await startEditing(page)
    await chooseTab(page, 'Related lists')
    await drawer(page).getByRole('button', { name: 'Settings of Orders' }).click()
    await drawer(page).getByRole('heading', { name: 'Orders' }).waitFor()
    const [first = '', second = ''] = before
    await drawer(page)
      .getByRole('button', { name: `Hide ${second}`, exact: true })
      .click()
    // Fields of records that the rows belong to are columns, too.
    await drawer(page).getByRole('searchbox').fill('city')
    await drawer(page).getByRole('button', { name: 'Show Delivery address › City' }).click()
    await expect.poll(async () => (await readHeads(page)).length).toBe(before.length)
    const chosen = await readHeads(page)
    expect([chosen[0], chosen.includes(second)]).toEqual([first, false])
    expect(await findAccessibilityProblems(page)).toEqual([])
    await drawer(page).getByRole('button', { name: 'Back' }).click()
    await drawer(page).getByRole('list', { name: 'Related lists' }).waitFor()
    await bar(page).getByRole('button', { name: 'Review and publish' }).click()
    const review = page.getByRole('dialog', { name: 'Publish the layout' })
    await review.getByText('Related list Orders').first().waitFor()
    await review.getByRole('button', { name: 'Publish', exact: true }).click()
    await bar(page).getByText('No changes').waitFor()

    const { page: other } = await openPage({ person: reader })
    await other.goto(orders)
    await heads(other).nth(1).waitFor()
    expect(await readHeads(other)).toEqual(chosen)
  })

  longTest(
    'works without a pointer, and asks before a draft is left',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Many tables')
      const { page } = await openPage({ person: await createEditor() })
      await page.goto(formatPath(place, '', team))
      await page.getByRole('navigation').first().getByRole('link').first().click()
      await heads(page).nth(1).waitFor()
      const before = await readHeads(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('>edit layout')
      await page.getByRole('option', { name: 'Edit layout' }).waitFor()
      await page.keyboard.press('Enter')
      await drawer(page).waitFor()
      const grip = drawer(page).getByRole('button', { name: `Move ${before[0]}`, exact: true })
      await grip.focus()
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => readHeads(page)).toEqual([before[1], before[0], ...before.slice(2)])
      await expect
        .poll(() => grip.evaluate(element => element === document.activeElement))
        .toBe(true)
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Move up' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => readHeads(page)).toEqual(before)
      await bar(page).getByRole('button', { name: 'Undo the last change' }).press('Enter')
      await expect.poll(() => readHeads(page)).toEqual([before[1], before[0], ...before.slice(2)])
      await bar(page).getByRole('button', { name: 'Leave' }).press('Enter')
      await page.getByRole('dialog', { name: 'Leave the layout editor?' }).waitFor()
      await page.getByRole('button', { name: 'Discard the draft' }).press('Enter')
      await bar(page).waitFor({ state: 'detached' })
      await expect.poll(() => readHeads(page)).toEqual(before)
    },
  )
})
