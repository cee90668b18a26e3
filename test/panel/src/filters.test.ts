import type { ColumnType, PrimitiveType } from '@service/datasource-toolkit'
import type { PanelSchema } from '@service/protocol'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { checkFilter } from '../../../apps/panel/src/core/list/check-filter.js'
import { canBeFiltered } from '../../../apps/panel/src/core/list/filter-fields.js'
import { formatFilter, parseFilter } from '../../../apps/panel/src/core/list/filter-text.js'
import type { FilterLeaf } from '../../../apps/panel/src/core/list/filter-tree.js'
import { readTypedValue } from '../../../apps/panel/src/core/list/filter-values.js'
import {
  isComplete,
  listOperators,
  type OperatorChoice,
} from '../../../apps/panel/src/core/list/operands.js'
import { applyLayout } from '../../../apps/panel/src/core/schema/apply-layout.js'
import type { FieldModel } from '../../../apps/panel/src/core/schema/collection-model.js'
import { openAgentClient } from './support/agent-client.js'
import { findAccessibilityProblems } from './support/axe.js'
import { findShopPlace } from './support/find-place.js'
import { looks } from './support/looks.js'
import { describePanel, journey, longTest, shop } from './support/panel-test.js'
import { createPerson, findPerson } from './support/people.js'
import { formatPath, type PanelPlace } from './support/place.js'

const orders = formatPath(shop, 'data/orders')

/** What a person types into the editor of each type. */
const typed: Readonly<Record<PrimitiveType, string>> = {
  Binary: '68656c6c6f',
  Boolean: 'true',
  Date: '2026-10-02 09:00',
  Dateonly: '2026-10-02',
  Enum: '',
  File: 'data:text/plain;base64,aA==',
  Json: '{"a":1}',
  Number: '12',
  Point: '48.85, 2.35',
  String: 'Lyon, "the" (city)',
  Time: '09:30',
  Uuid: '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
}

function makeCondition(field: FieldModel, { operator, operand, type }: OperatorChoice): FilterLeaf {
  const start = { field: field.name, operator }
  if (operand === 'none' || type === undefined) return start
  if (operand === 'number') return { ...start, value: 30 }
  const [element] = operand === 'list' ? (type as readonly ColumnType[]) : [type]
  const value = readValue(element as ColumnType)
  return { ...start, value: operand === 'list' ? [value] : value }

  function readValue(of: ColumnType): unknown {
    if (Array.isArray(of)) return [readValue(of[0] as ColumnType)]
    if (field.enumValues.length > 0) return field.enumValues[0]
    if (of === 'String' && isBytes(field)) return typed.Binary
    const now = new Date('2026-10-01T10:00:00Z')
    return readTypedValue(of, typed[of as PrimitiveType], { now, zone: 'UTC', language: 'en' })
  }
}

/** The schema calls bytes a text; the agent offers them none of the operators of texts. */
function isBytes(field: FieldModel): boolean {
  return !listOperators(field).some(({ operator }) => /contains|like|longer/.test(operator))
}

describePanel('every operator of every column', () => {
  const walk = async (place: PanelPlace) => {
    const agent = await openAgentClient(await findPerson('manager'), place)
    const { body: schema } = await agent.send<PanelSchema>('GET', '/_internal/schema')
    const collections = applyLayout(schema, null)
    const conditions = [...collections.values()].flatMap(collection =>
      [...collection.fields.values()].filter(canBeFiltered).flatMap(field =>
        listOperators(field).map(choice => {
          const leaf = makeCondition(field, choice)
          expect(isComplete(leaf), formatFilter(leaf)).toBe(true)
          expect(parseFilter(formatFilter(leaf))).toEqual(leaf)
          expect(checkFilter(leaf, collections, collection, 'UTC').broken).toEqual([])
          return { path: `/${collection.name}/count`, leaf }
        }),
      ),
    )
    const refused: string[] = []
    for (let at = 0; at < conditions.length; at += 20) {
      const part = conditions.slice(at, at + 20)
      const requests = part.map(({ path, leaf }, index) => ({
        id: `${index}`,
        method: 'GET',
        path,
        query: { filters: JSON.stringify(leaf) },
      }))
      const { body } = await agent.send<string>('POST', '/_batch', { timezone: 'UTC', requests })
      const lines = typeof body === 'string' ? body.trim().split('\n') : [JSON.stringify(body)]
      for (const line of lines) {
        const { id, status, body: answer } = JSON.parse(line)
        const { path, leaf } = part[Number(id)]!
        if (status !== 200) refused.push(`${path} ${formatFilter(leaf)}: ${JSON.stringify(answer)}`)
      }
    }
    return { count: conditions.length, refused }
  }

  longTest('of the shop is accepted by its agent', async () => {
    const { count, refused } = await walk(await findShopPlace())
    expect(refused).toEqual([])
    expect(count).toBeGreaterThan(300)
  })

  longTest('of a database with every type is accepted by its agent', async ({ openPlace }) => {
    const { count, refused } = await walk(await openPlace('Every type'))
    expect(refused).toEqual([])
    expect(count).toBeGreaterThan(100)
  })
})

describePanel('the filter builder', () => {
  const openBuilder = async (page: Page) => {
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
    await page.keyboard.press('f')
    const builder = page.getByRole('dialog', { name: 'Filter' })
    await builder.getByRole('button', { name: 'Apply' }).waitFor()
    return builder
  }
  const chooseField = async (page: Page, name: string, search: string) => {
    await page
      .getByRole('combobox', { name: /^Field: / })
      .last()
      .click()
    await page.getByRole('combobox', { name: 'Find a field' }).fill(search)
    await page.getByRole('option', { name, exact: true }).click()
  }

  journey(
    'makes conditions, also through relations and in groups, and counts',
    async ({ openPage }) => {
      const { page } = await openPage({ person: 'manager' })
      await page.goto(orders)
      const builder = await openBuilder(page)
      await chooseField(page, 'Status', 'status')
      await builder.getByRole('button', { name: 'paid', exact: true }).click()
      await builder.getByRole('button', { name: 'shipped', exact: true }).click()
      await builder.getByRole('button', { name: 'Condition', exact: true }).click()
      await chooseField(page, 'Customer › Last name', 'customer last')
      await builder.getByRole('textbox', { name: 'Value of Last name' }).fill('Ito')
      await builder
        .getByRole('status')
        .getByText(/\d+ records/)
        .waitFor()
      await builder.getByRole('button', { name: 'Group', exact: true }).click()
      await chooseField(page, 'Ordered at', 'ordered')
      await builder
        .getByRole('combobox', { name: 'Operator' })
        .last()
        .selectOption('previous_x_days')
      await builder.getByRole('spinbutton', { name: 'Value of Ordered at' }).fill('9000')
      await builder.getByRole('button', { name: 'Apply' }).click()
      const chips = page.getByRole('region', { name: 'Filters' })
      await chips.getByRole('button', { name: 'Status is paid, shipped', exact: true }).waitFor()
      await chips
        .getByRole('button', { name: 'Customer › Last name contains Ito' })
        .first()
        .waitFor()
      await chips
        .getByRole('button', { name: 'Ordered at was in the last 9,000 days' })
        .first()
        .waitFor()
      expect(page.url()).toContain(
        'filter=and(status.in.(paid,shipped),customer:last_name.i_contains.Ito,ordered_at.previous_x_days.9000)',
      )
    },
  )

  longTest('compares with whoever reads: the address keeps the variable', async ({ openPage }) => {
    const create = (alias: string) =>
      createPerson({ role: 'Manager', team: 'Operations', tags: { alias } })
    const [author, reader] = await Promise.all([create('one@tags.test'), create('two@tags.test')])
    const { page } = await openPage({ person: author })
    await page.goto(formatPath(shop, 'data/customers'))
    const builder = await openBuilder(page)
    await chooseField(page, 'Email', 'email')
    await builder.getByRole('combobox', { name: 'Operator' }).selectOption('equal')
    await builder.getByRole('button', { name: 'Compare with me' }).click()
    await builder.getByRole('combobox', { name: 'What of me' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const asked = page.waitForRequest(isAsking(author.email))
    await builder.getByRole('button', { name: 'Apply' }).click()
    await asked
    const chip = { name: 'Email is me', exact: true }
    await page.getByRole('region', { name: 'Filters' }).getByRole('button', chip).waitFor()
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('filter')).toBe('email.equal.{{currentUser.email}}')

    const { page: other } = await openPage({ person: reader })
    const askedByOther = other.waitForRequest(isAsking(reader.email))
    await other.goto(page.url())
    await askedByOther
    await other.getByRole('region', { name: 'Filters' }).getByRole('button', chip).click()

    // A tag that administrators gave to the person, too.
    const what = other.getByRole('dialog', { name: 'Filter' })
    await what.getByRole('combobox', { name: 'What of me' }).selectOption('My tag alias')
    const askedByTag = other.waitForRequest(isAsking('two@tags.test'))
    await what.getByRole('button', { name: 'Apply' }).click()
    await askedByTag
    const tagged = { name: 'Email is My tag alias', exact: true }
    await other.getByRole('region', { name: 'Filters' }).getByRole('button', tagged).waitFor()
    const askedByAuthor = page.waitForRequest(isAsking('one@tags.test'))
    await page.goto(other.url())
    await askedByAuthor
  })
  const isAsking = (value: string) => (request: Request) =>
    (request.postData() ?? '').includes(value) && !request.postData()?.includes('{{')

  longTest('opens one condition from its chip, and removes broken ones', async ({ openPage }) => {
    const { page } = await openPage({ person: 'manager' })
    await page.goto(`${orders}?filter=and(status.equal.paid,gone.equal.1)`)
    const chips = page.getByRole('region', { name: 'Filters' })
    await chips.getByRole('button', { name: 'Status is paid', exact: true }).click()
    const builder = page.getByRole('dialog', { name: 'Filter' })
    await builder.getByRole('combobox', { name: 'Value of Status' }).selectOption('shipped')
    await builder.getByRole('button', { name: 'Apply' }).click()
    await chips.getByRole('button', { name: 'Status is shipped', exact: true }).waitFor()
    await chips.getByText('Not available to you: gone is 1').waitFor()
    await chips.getByRole('button', { name: 'Remove the filter gone is 1' }).click()
    await chips.getByText('Not available to you').waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('filter')).toBe('status.equal.shipped')
  })

  longTest('chooses related records by their title', async ({ openPage }) => {
    const { page } = await openPage({ person: 'manager' })
    await page.goto(orders)
    const builder = await openBuilder(page)
    await page.getByRole('combobox', { name: /^Field: / }).click()
    await page.getByRole('option', { name: 'Customer', exact: true }).click()
    await page.getByRole('option', { name: 'Customer is …' }).click()
    const picker = builder.getByRole('combobox', { name: 'Value of Customer' })
    await picker.click()
    const option = page.getByRole('option').first()
    const title = (await option.locator('span').first().textContent()) ?? ''
    await option.click()
    await builder.getByRole('button', { name: 'Apply' }).click()
    await page
      .getByRole('region', { name: 'Filters' })
      .getByRole('button', { name: `Customer is ${title}`, exact: true })
      .waitFor()
    expect(page.url()).toMatch(/filter=customer:id\.equal\.\d+/)
    await page.reload()
    await page
      .getByRole('region', { name: 'Filters' })
      .getByRole('button', { name: `Customer is ${title}`, exact: true })
      .waitFor()
  })

  longTest(
    'shows and takes the text of the address, and applies while it is changed',
    async ({ openPage }) => {
      const { page } = await openPage({ person: 'manager' })
      await page.goto(`${orders}?filter=status.equal.paid`)
      const builder = await openBuilder(page)
      await builder.getByRole('button', { name: 'As text' }).click()
      const text = builder.getByRole('textbox', { name: 'The filter as text' })
      expect(await text.inputValue()).toBe('status.equal.paid')
      // A condition that is removed takes nothing of the others with it.
      await text.fill('or(reference.contains.ORD,reference.contains.X)')
      await builder.getByRole('button', { name: 'As a form' }).click()
      await builder.getByRole('button', { name: 'Remove the condition' }).first().click()
      const value = builder.getByRole('textbox', { name: 'Value of Reference' })
      expect(await value.inputValue()).toBe('X')
      await builder
        .getByRole('button', { name: 'Condition', exact: true })
        .and(page.locator(':focus'))
        .waitFor()
      await builder.getByRole('button', { name: 'As text' }).click()
      await builder.getByRole('checkbox', { name: 'Apply as I change' }).check()
      await text.fill('or(status.equal.paid,total.greater_than.')
      await builder.getByText(/cannot be read/).waitFor()
      await text.fill('or(status.equal.paid,total.greater_than.2000)')
      await page.waitForURL(/filter=or\(status\.equal\.paid,total\.greater_than\.2000\)/)
      await builder.getByRole('checkbox', { name: 'Apply as I change' }).uncheck()
      await builder.getByRole('button', { name: 'Clear' }).click()
      await builder.waitFor({ state: 'detached' })
      expect(page.url()).not.toContain('filter=')
    },
  )

  longTest.for(looks)('is accessible (%s)', async ([, options], { openPage }) => {
    const { page } = await openPage({ ...options, person: 'manager' })
    await page.goto(
      `${orders}?filter=and(status.in.(paid,shipped),or(ordered_at.after.2020-01-01T00:00:00.000Z,total.greater_than.10),gone.equal.1)`,
    )
    await page.getByText('ORD-').first().waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: /^Filter/ }).click()
    const builder = page.getByRole('dialog', { name: 'Filter' })
    await builder
      .getByRole('status')
      .getByText(/records/)
      .waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const { width } = (await builder.boundingBox())!
    expect(width).toBeLessThanOrEqual(page.viewportSize()!.width)
  })
})

describePanel('the search', () => {
  longTest('marks what it found, also in titles of related records', async ({ openPage }) => {
    const { page } = await openPage({ person: 'manager' })
    await page.goto(orders)
    await page.getByText('ORD-002000').waitFor()
    const box = page.getByRole('searchbox', { name: 'Search', exact: true })
    await box.fill('Ito ')
    await page.getByRole('button', { name: 'Search related records too' }).click()
    await page.locator('table mark', { hasText: 'Ito' }).first().waitFor()
    expect(page.url()).toContain('x=1')
    // The space before the next word stays.
    expect(await box.inputValue()).toBe('Ito ')
    await box.fill('"Ito')
    await page.getByText(/A quote is not closed/).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
})
