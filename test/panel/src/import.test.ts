import { text } from 'node:stream/consumers'
import { chooseRounds } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openAgentClient } from './support/agent-client.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import type { PassingRequest } from './support/browser-proxy.js'
import { looks } from './support/looks.js'
import { describePanel, longTest, test } from './support/panel-test.js'
import { createPerson, findPerson } from './support/people.js'
import { formatPath, type PanelPlace } from './support/place.js'

const rowCount = chooseRounds(1_000, 10_000)
const badCount = (rowCount / 100) * 3
const goodCount = rowCount - badCount
const format = (count: number) => count.toLocaleString('en')
/** A busy machine takes its time for so many rows. */
const patience = { timeout: 120_000 }
const header = 'Reference;Full name;Stage;Score;Born;Is active;Company'

/** A file as a German spreadsheet writes it, 3 of 100 rows are bad; `prefix` keeps the rows of tests apart. */
function buildFile(prefix: string, length = rowCount): string {
  const rows = Array.from({ length }, (_, index) => {
    const row = index + 1
    const kind = row % 100
    const name = row % 1000 === 3 ? '"Line one\nline ""two"";"' : `Person ${row}`
    const score = kind === 17 ? 'many' : `${row % 900},5`
    const born = kind === 50 ? '31.02.1990' : `${1 + (row % 28)}.12.1990`
    const company = kind === 83 ? '999' : String(1 + (row % 20))
    return `${prefix}-${row};${name};${row % 2 ? 'lead' : 'Customer'};${score};${born};ja;${company}`
  })
  return `\ufeff${header}\r\n${rows.join('\r\n')}\r\n`
}

const openImport = async (page: Page, place: PanelPlace) => {
  await page.goto(formatPath(place, 'data/imported'))
  await page.getByRole('button', { name: 'Import from CSV' }).click()
  return page.getByRole('dialog', { name: /^Import/ })
}
const chooseFile = (page: Page, name: string, content: string) =>
  page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const figure = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd')
const readFigures = async (page: Page, ...labels: string[]) =>
  Promise.all(labels.map(label => figure(page, label).innerText()))
const mapName = (page: Page) =>
  page.getByRole('combobox', { name: 'Field of Full name' }).selectOption({ label: 'Name' })

async function countImported(place: PanelPlace, prefix: string): Promise<number> {
  const client = await openAgentClient(await findPerson('manager'), place)
  const filters = JSON.stringify({
    field: 'reference',
    operator: 'starts_with',
    value: `${prefix}-`,
  })
  const path = `/imported/count?filters=${encodeURIComponent(filters)}`
  const { body } = await client.send<{ count: number }>('GET', path)
  return body.count
}

const isChunk = (number: number) => (request: PassingRequest) =>
  request.method === 'POST' &&
  request.url.pathname.endsWith('/imported/_import') &&
  request.body.includes(`"chunk":${number},`)

describePanel('an import', () => {
  test('of many rows with bad ones tells them, writes the others, and takes them repaired', {
    timeout: 300_000,
  }, async ({ openPage, openPlace }) => {
    const place = await openPlace('People to import')
    const { page } = await openPage({ person: 'manager' })
    const dialog = await openImport(page, place)
    await chooseFile(page, 'people.csv', buildFile('A'))
    await mapName(page)
    for (const [label, value] of [
      ['Field of Reference', 'reference'],
      ['Field of Stage', 'stage'],
      ['Field of Company', 'company'],
      ['Dates of Born', 'day-first'],
      ['Numbers of Score', ','],
    ] as const) {
      expect(await page.getByRole('combobox', { name: label }).inputValue()).toBe(value)
    }
    expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
    await dialog.getByRole('button', { name: 'Check the file' }).click()
    await dialog.getByText('The file is checked. Nothing was written yet.').waitFor(patience)
    expect(await readFigures(page, 'Rows', 'To create', 'Rejected')).toEqual([
      format(rowCount),
      format(goodCount),
      format(badCount),
    ])
    await dialog.getByText('Score: “many” is not a number.').first().waitFor()
    expect(await countImported(place, 'A')).toBe(0)
    await dialog.getByRole('button', { name: `Import ${format(goodCount)} rows` }).click()
    await dialog.getByText('The file is imported.').waitFor(patience)
    expect(await readFigures(page, 'Created', 'Rejected')).toEqual([
      format(goodCount),
      format(badCount),
    ])
    expect(await countImported(place, 'A')).toBe(goodCount)
    expect(await findAccessibilityProblems(page)).toEqual([])

    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download rejected rows' }).click()
    const rejects = await text(await (await downloading).createReadStream())
    expect(rejects).toContain(`${header};Import error`)
    const repaired = rejects
      .replaceAll(';many;', ';1,5;')
      .replaceAll(';31.02.1990;', ';28.02.1990;')
      .replaceAll(';999;', ';1;')
    await dialog.getByRole('button', { name: 'Import another file' }).click()
    await chooseFile(page, 'repaired.csv', repaired)
    await mapName(page)
    await dialog.getByRole('button', { name: 'Check the file' }).click()
    await dialog.getByRole('button', { name: `Import ${format(badCount)} rows` }).click()
    await dialog.getByText('The file is imported.').waitFor(patience)
    expect(await countImported(place, 'A')).toBe(rowCount)
  })

  longTest(
    'goes on after a lost answer and after a reload, and writes no row twice',
    {
      timeout: 300_000,
    },
    async ({ openProxied, openPlace }) => {
      const place = await openPlace('People to import')
      const person = await createPerson({ role: 'Manager', team: 'Operations', level: 'admin' })
      const { page, proxy } = await openProxied({ person })
      const dialog = await openImport(page, place)
      const content = buildFile('B', 5_000)
      await chooseFile(page, 'people.csv', content)
      await mapName(page)
      await dialog.getByRole('button', { name: 'Check the file' }).click()
      await dialog.getByText('The file is checked.').waitFor(patience)
      // The agent writes these chunks, and its answers are lost; browsers send a request again by themselves.
      const loseAnswers = (number: number) =>
        proxy.add(request => (isChunk(number)(request) ? { isAnswerLost: true } : undefined))
      const findThird = loseAnswers(3)
      const findEighth = loseAnswers(8)
      await dialog.getByRole('button', { name: 'Import 4,850 rows' }).click()
      await dialog.getByText('The agent does not answer.').waitFor(patience)
      expect(await readFigures(page, 'Rows')).toEqual(['1,500'])
      findThird()
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await figure(page, 'Rows').getByText('4,000').waitFor(patience)
      await dialog.getByText('The agent does not answer.').waitFor(patience)
      findEighth()

      await page.reload()
      await page.getByRole('button', { name: 'Import from CSV' }).click()
      await dialog.getByText('The import of people.csv was interrupted').waitFor()
      await chooseFile(page, 'people.csv', content)
      await dialog.getByText('The file is imported.').waitFor(patience)
      expect(await readFigures(page, 'Rows', 'Created', 'Rejected')).toEqual([
        '5,000',
        '4,850',
        '150',
      ])
      await dialog.getByText('Score: “many” is not a number.').first().waitFor()
      expect(await countImported(place, 'B')).toBe(4_850)
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Person')
    },
  )

  longTest('updates the records that it finds by a key', async ({ openPage, openPlace }) => {
    const place = await openPlace('People to import')
    const { page } = await openPage({ person: 'manager' })
    const dialog = await openImport(page, place)
    await chooseFile(page, 'first.csv', 'reference,name,score\nC-1,Ada,1\nC-2,Bob,2\n')
    await dialog.getByRole('button', { name: 'Check the file' }).click()
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
    await dialog.getByText('The file is imported.').waitFor(patience)
    await dialog.getByRole('button', { name: 'Import another file' }).click()
    await chooseFile(page, 'second.csv', 'reference,score\nC-2,\nC-1,7\n')
    await dialog.getByRole('radio', { name: /^Update records/ }).check()
    expect(await page.getByRole('combobox', { name: 'Find records by' }).inputValue()).toBe(
      'reference',
    )
    await dialog.getByRole('checkbox', { name: 'Empty cells clear the field' }).check()
    await dialog.getByRole('button', { name: 'Check the file' }).click()
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
    await dialog.getByText('The file is imported.').waitFor(patience)
    expect(await readFigures(page, 'Created', 'Updated')).toEqual(['0', '2'])
    const client = await openAgentClient(await findPerson('manager'), place)
    const { body } = await client.send<{
      data: readonly { attributes: { name: string; score: number | null } }[]
    }>('GET', '/imported?search=C-&sort=name&fields[imported]=name,score')
    expect(
      body.data.map(({ attributes: { name, score } }) => [name, score === null ? null : +score]),
    ).toEqual([
      ['Ada', 7],
      ['Bob', null],
    ])
  })

  longTest.for(looks)(
    'breaks no rule of accessibility: %s',
    async ([, look], { openPage, openPlace }) => {
      const place = await openPlace('People to import')
      const { page } = await openPage({ ...look, person: 'manager' })
      await openImport(page, place)
      expect(await findAccessibilityProblems(page)).toEqual([])
      await chooseFile(page, 'people.csv', `${header}\nX-1;A;lead;1,5;1.12.1990;ja;1\n`)
      await page.getByRole('button', { name: 'Check the file' }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
    },
  )
})
