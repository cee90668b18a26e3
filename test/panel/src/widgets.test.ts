import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type AgentClient, openAgentClient } from './support/agent-client.js'
import { findAccessibilityProblems } from './support/axe.js'
import { looks } from './support/looks.js'
import { describePanel, longTest, test } from './support/panel-test.js'
import { findPerson } from './support/people.js'
import { formatPath, type PanelPlace } from './support/place.js'
import { refusePicture } from './support/refuse-picture.js'

interface Document {
  readonly data: { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> }
}

interface Row {
  readonly id: string
  readonly client: AgentClient
}

/** A row of the test's own in the table that has every type. */
async function createRow(place: PanelPlace, attributes: object): Promise<Row> {
  const client = await openAgentClient(await findPerson('manager'), place)
  const name = `Row ${randomUUID().slice(0, 8)}`
  const { body } = await client.send<Document>('POST', '/every_type', {
    data: { type: 'every_type', attributes: { name, ...attributes } },
  })
  return { id: body.data.id, client }
}

async function readRow({ id, client }: Row) {
  const { body } = await client.send<Document>('GET', `/every_type/${id}`)
  return body.data.attributes
}

async function openForm(page: Page, place: PanelPlace, id: string): Promise<Locator> {
  await page.goto(formatPath(place, `data/every_type/${id}`))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.waitFor()
  return page.getByRole('main')
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s')
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText(/is saved/)
    .waitFor()
}

const forty = '1234567890123456789012345678901234567890'

describePanel('the form of a record', () => {
  test('edits every type with its widget, and what is saved is what was typed', async ({
    openPage,
    openPlace,
  }) => {
    const place = await openPlace('Every type')
    const row = await createRow(place, { currency: 'EUR', a_numeric: '1', some_texts: ['a', 'b'] })
    const { page } = await openPage({ person: 'manager', timezoneId: 'Europe/Paris' })
    const form = await openForm(page, place, row.id)
    const box = (name: string) => form.getByRole('textbox', { name, exact: true })
    await box('A numeric').fill(forty)
    await box('A bigint').fill('9,007,199,254,740,993')
    await box('An amount').fill('1,848.5')
    await box('An integer').press('ArrowUp')
    await box('An integer').press('Shift+ArrowUp')
    await form
      .getByRole('radiogroup', { name: 'A boolean' })
      .getByText('No', { exact: true })
      .click()
    await form.getByRole('radio', { name: 'busy' }).check()
    await form.getByRole('combobox', { name: 'Some moods' }).fill('lon')
    await page.getByRole('option', { name: "it's a long one" }).click()
    await page.keyboard.press('Escape')
    await box('A date').fill('28 feb 2027')
    await box('A time').fill('9pm')
    await box('A timestamptz').fill('2026-07-01 14:30')
    await form.getByText('2026-07-01 12:30:00 UTC').first().waitFor()
    await box('A UUID').fill('6f1c7d1a-31c4-4bb5-8fd2-6ddc2a9a2f11')
    await box('Colour').fill('#fa0')
    await form.getByRole('radio', { name: '3 stars' }).press('Space')
    await box('Some texts, item 1').press('Alt+ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('c')
    const secret = form.getByLabel('Password hash', { exact: true })
    await secret.fill('hidden')
    expect(await secret.getAttribute('type')).toBe('password')
    await form.getByRole('button', { name: 'Show Password hash' }).click()
    expect(await secret.getAttribute('type')).toBe('text')
    await save(page)
    expect(await readRow(row)).toMatchObject({
      a_numeric: forty,
      a_bigint: '9007199254740993',
      an_amount: 1848.5,
      an_integer: 11,
      a_boolean: false,
      a_mood: 'busy',
      some_moods: ["it's a long one"],
      a_date: '2027-02-28',
      a_time: '21:00:00',
      a_timestamptz: '2026-07-01T12:30:00.000Z',
      a_uuid: '6f1c7d1a-31c4-4bb5-8fd2-6ddc2a9a2f11',
      colour: '#fa0',
      rating: 3,
      some_texts: ['b', 'a', 'c'],
      password_hash: 'hidden',
    })
  })

  longTest(
    'tells an empty text from no value, and clears what may be empty',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every type')
      const row = await createRow(place, { a_char: 'x', phone: '', country: null, rating: 4 })
      const { page } = await openPage({ person: 'manager' })
      const form = await openForm(page, place, row.id)
      // An empty text stays one when it is typed into and erased again.
      await form.getByRole('textbox', { name: 'Phone' }).fill('1')
      await form.getByRole('textbox', { name: 'Phone' }).fill('')
      await form.getByRole('button', { name: 'Empty text' }).waitFor()
      await form.getByRole('textbox', { name: 'A char' }).fill('')
      await form.getByRole('radio', { name: '4 stars' }).focus()
      await form.getByRole('button', { name: 'Clear Rating' }).click()
      const website = form.getByRole('textbox', { name: 'Website' })
      await website.focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await save(page)
      expect(await readRow(row)).toMatchObject({
        a_char: null,
        phone: '',
        rating: null,
        website: '',
      })
    },
  )

  longTest(
    'says what is wrong when a field is left, and again as soon as it is right',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every type')
      const row = await createRow(place, { an_integer: 5 })
      const { page } = await openPage({ person: 'manager' })
      const form = await openForm(page, place, row.id)
      const integer = form.getByRole('textbox', { name: 'An integer' })
      await integer.fill('five')
      expect(await integer.getAttribute('aria-invalid')).toBe('false')
      await integer.blur()
      await form.getByText('This is not a number.').waitFor()
      expect(await integer.getAttribute('aria-invalid')).toBe('true')
      const described = await integer.getAttribute('aria-describedby')
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe('This is not a number.')
      await integer.fill('6')
      await form.getByText('This is not a number.').waitFor({ state: 'detached' })
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill('')
      await form.getByRole('textbox', { name: 'A timestamp', exact: true }).fill('whenever')
      await integer.focus()
      await form.getByText('A value is needed here.').waitFor()
      await form.getByText(/^This is not a date/).waitFor()
    },
  )

  longTest('forgets what is no value together with its editor', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every type')
    const row = await createRow(place, { an_integer: 5 })
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, `data/every_type/${row.id}`))
    await page.getByRole('button', { name: 'Edit An integer' }).click()
    const integer = page.getByRole('textbox', { name: 'An integer' })
    await integer.fill('five')
    await integer.blur()
    await page.getByText('1 field needs attention').waitFor()
    // The whole form has another editor of the field, with the value.
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'A char' }).fill('x')
    expect(await integer.inputValue()).toBe('5')
    await save(page)
    expect(await readRow(row)).toMatchObject({ an_integer: 5, a_char: 'x' })
  })

  longTest(
    'keeps values that no calendar shows, and edits them as text',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every type')
      const row = await createRow(place, { a_date: '-000043-03-15', a_timestamptz: null })
      const { page } = await openPage({ person: 'manager' })
      const form = await openForm(page, place, row.id)
      const date = form.getByRole('textbox', { name: 'A date' })
      expect(await date.inputValue()).toBe('-000043-03-15')
      await date.fill('-000099-01-01')
      await form.getByRole('button', { name: 'Open the calendar of A timestamptz' }).click()
      await page.getByRole('gridcell').first().waitFor()
      // Escape closes the calendar, and nothing else.
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await form.getByRole('button', { name: 'Open the calendar of A timestamptz' }).click()
      await page.getByRole('button', { name: 'Now', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await save(page)
      const { a_date, a_timestamptz } = await readRow(row)
      expect(a_date).toBe('-000099-01-01')
      expect(Math.abs(Date.parse(String(a_timestamptz)) - Date.now())).toBeLessThan(600_000)
    },
  )

  longTest(
    'picks a day by keyboard, in a zone that can be changed',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every type')
      const row = await createRow(place, { a_timestamptz: '2026-03-28T12:00:00.000Z' })
      const { page } = await openPage({ person: 'manager', timezoneId: 'Europe/Paris' })
      const form = await openForm(page, place, row.id)
      const moment = form.getByRole('textbox', { name: 'A timestamptz' })
      expect(await moment.inputValue()).toBe('2026-03-28 13:00')
      await form.getByRole('button', { name: 'Open the calendar of A timestamptz' }).click()
      await page.getByRole('gridcell', { selected: true }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      // The clocks go forward in between: the time on them stays.
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await form.getByText('2026-03-29 11:00:00 UTC').waitFor()
      expect(await moment.inputValue()).toBe('2026-03-29 13:00')
      const zone = form.getByRole('combobox', { name: 'Time zone of A timestamptz' })
      await zone.focus()
      await zone.selectOption('Asia/Tokyo')
      expect(await moment.inputValue()).toBe('2026-03-29 20:00')
      await save(page)
      expect(await readRow(row)).toMatchObject({ a_timestamptz: '2026-03-29T11:00:00.000Z' })
    },
  )

  for (const [name, look] of looks) {
    longTest(`breaks no rule of accessibility: ${name}`, async ({ openPage, openPlace }) => {
      const place = await openPlace('Every type')
      const { page, problems } = await openPage({ person: 'manager', ...look })
      await refusePicture(page, problems)
      await openForm(page, place, '1')
      await page.getByRole('button', { name: 'Edit', exact: true }).waitFor({ state: 'detached' })
      expect(await findAccessibilityProblems(page)).toEqual([])
    })
  }
})

describePanel('a tooltip', () => {
  longTest(
    'shows when the pointer rests and when the keyboard is there, until Escape',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every type')
      const { page } = await openPage({ person: 'manager' })
      await openForm(page, place, '2')
      const button = page.getByRole('button', { name: 'Show Password hash' })
      const tooltip = page.locator('[data-tooltip-layer]')
      await button.hover()
      await tooltip.getByText('Show Password hash').waitFor()
      // The pointer still rests there when the page scrolls by itself, or the focus moves elsewhere.
      await page.evaluate(() => document.dispatchEvent(new Event('scroll')))
      await tooltip.waitFor({ state: 'detached' })
      await tooltip.getByText('Show Password hash').waitFor()
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await tooltip.getByText('Show Password hash').waitFor()
      await page.mouse.move(0, 0)
      await tooltip.waitFor({ state: 'detached' })
      await page.getByLabel('Password hash', { exact: true }).focus()
      await page.keyboard.press('Tab')
      await tooltip.getByText('Show Password hash').waitFor()
      await page.keyboard.press('Escape')
      await tooltip.waitFor({ state: 'detached' })
    },
  )
})
