import { text } from 'node:stream/consumers'
import { chooseRounds } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openAgentClient } from './support/agent-client.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { describePanel, longTest, test } from './support/panel-test.js'
import { findPerson } from './support/people.js'
import { formatPath, type PanelPlace } from './support/place.js'

/** A busy machine takes its time for so many records. */
const patience = { timeout: 120_000 }
const count = chooseRounds(200, 1_000)
const fields = 'id,reference,stage,score,born,is_active,company'

/** All records as the database has them, by id. */
async function readAll(place: PanelPlace): Promise<ReadonlyMap<string, string>> {
  const client = await openAgentClient(await findPerson('manager'), place)
  const records = new Map<string, string>()
  for (let number = 1; ; number++) {
    const page = `page[size]=500&page[number]=${number}&fields[contacts]=${fields}&fields[company]=id`
    const { body } = await client.send<{ data: readonly { id: string }[] }>(
      'GET',
      `/contacts?sort=id&${page}`,
    )
    for (const record of body.data) records.set(record.id, JSON.stringify(record))
    if (body.data.length < 500) return records
  }
}

const openEdit = async (page: Page) => {
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Edit', exact: true }).click()
  return page.getByRole('dialog', { name: /^Edit/ })
}
const addField = (page: Page, label: string) =>
  page.getByRole('combobox', { name: 'Add a field' }).selectOption({ label })
const changed = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>) =>
  [...a.keys()].filter(id => a.get(id) !== b.get(id))

describePanel('a bulk edit', () => {
  test('of many records shows samples, changes them and undoes to identical records', {
    timeout: 300_000,
  }, async ({ openPage, openPlace }) => {
    const place = await openPlace('People to import')
    const before = await readAll(place)
    const { page } = await openPage({ person: 'manager' })
    const filter = `and(id.greater_than.100,id.less_than.${102 + count})`
    await page.goto(
      `${formatPath(place, 'data/contacts')}?filter=${filter}&sort=id&cols=reference,stage`,
    )
    await page.getByText('C-00101').first().waitFor()
    await page.getByRole('checkbox', { name: 'Select the loaded rows' }).check()
    await page.getByRole('button', { name: /^Select all/ }).click()
    await page.getByRole('row').filter({ hasText: 'C-00103' }).getByRole('checkbox').uncheck()
    const dialog = await openEdit(page)
    await addField(page, 'Stage')
    await dialog.getByRole('radio', { name: 'former' }).check()
    await addField(page, 'Score')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText(`${count.toLocaleString('en')} records will change.`).waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(20)
    expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
    await dialog
      .getByRole('button', { name: `Change ${count.toLocaleString('en')} records` })
      .click()
    await dialog.getByText(`${count.toLocaleString('en')} records were changed.`).waitFor(patience)
    const after = await readAll(place)
    expect(changed(before, after)).toHaveLength(count)
    expect(after.get('103')).toBe(before.get('103'))
    // What somebody else changes in the meantime is not overwritten.
    const client = await openAgentClient(await findPerson('manager'), place)
    await client.send('PUT', '/contacts/200', { data: { attributes: { score: 7 } } })
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 record was changed by somebody else since.').waitFor(patience)
    expect(changed(before, await readAll(place))).toEqual(['200'])
  })

  longTest(
    'changes what it can and names the records that are refused',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('People to import')
      const { page, problems } = await openPage({ person: 'manager' })
      problems.allow(/status of 400/)
      await page.goto(
        `${formatPath(place, 'data/contacts')}?filter=id.less_than.6&sort=id&cols=reference`,
      )
      for (const reference of ['C-00002', 'C-00003']) {
        await page.getByRole('row').filter({ hasText: reference }).getByRole('checkbox').check()
      }
      const dialog = await openEdit(page)
      await addField(page, 'Reference')
      await dialog.getByRole('textbox', { name: 'Reference' }).fill('C-00002')
      await dialog.getByRole('button', { name: 'Preview' }).click()
      await dialog.getByRole('button', { name: 'Change 2 records' }).click()
      await dialog.getByText('1 record was not changed:').waitFor()
      await dialog.getByText('1 record was changed.').waitFor()
      const downloading = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Download all errors' }).click()
      const lines = (await text(await (await downloading).createReadStream()))
        .trimEnd()
        .split('\r\n')
      expect(lines).toHaveLength(2)
      expect(lines[1]).toMatch(/^3,/)
    },
  )

  // Rows are selected where there is a table; a phone shows cards.
  longTest('breaks no rule of accessibility', async ({ openPage, openPlace }) => {
    const place = await openPlace('People to import')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, 'data/contacts'))
    await page.getByRole('checkbox').nth(1).check()
    await openEdit(page)
    await addField(page, 'Stage')
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
})
