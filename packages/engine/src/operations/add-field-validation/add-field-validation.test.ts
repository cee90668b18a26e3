import { createMemoryDataSource } from '@service/datasource-memory'
import type { Operator, Row } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { create } from '../../create.js'
import { createCustomizer } from '../../customizer.js'
import { compile } from '../../model/compile.js'
import type { EngineCall } from '../../model/model.js'
import { call, openShop } from '../../testing/shop.js'
import { update } from '../../update.js'
import type { CollectionCustomizer } from '../collection-customizer.js'

const outer: EngineCall = { ...call, isOuter: true }

const validate = (name: string, operator: Operator, value?: unknown) =>
  openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders
        .addField('label', {
          columnType: 'String',
          dependencies: ['status'],
          getValues: records => records.map(() => ''),
        })
        .addFieldValidation(name, operator, value),
    ),
  )

async function openNotes(customize: (notes: CollectionCustomizer) => unknown) {
  const factory = createMemoryDataSource({
    notes: {
      columns: {
        id: { type: 'Number', isPrimaryKey: true, isGenerated: true },
        title: { type: 'String', allowNull: false, validation: [{ operator: 'Present' }] },
        text: 'String',
        day: 'Dateonly',
        kind: { type: 'String', defaultValue: 'memo' },
      },
    },
  })
  const dataSource = await factory(
    () => {},
    async () => {},
  )
  const customizer = createCustomizer()
  customizer.customizeCollection('notes', customize)
  return (await compile([{ dataSource }], customizer.journal)).collection('notes')
}

describe('addFieldValidation', () => {
  it('adds a rule to the field', async () => {
    const { model } = await validate('total', 'GreaterThan', '0')
    expect(model.collection('orders').path('total').column.checks).toEqual([
      { operator: 'GreaterThan', value: 0, isAdded: true },
    ])
  })

  it.each<[Operator, unknown, string, Row, Row, string]>([
    ['LongerThan', 2, 'text', { text: 'ab' }, { text: 'abc' }, 'must have more than 2 characters.'],
    [
      'ShorterThan',
      3,
      'text',
      { text: 'abc' },
      { text: 'ab' },
      'must have fewer than 3 characters.',
    ],
    ['Contains', '@', 'text', { text: 'a.b' }, { text: 'a@b' }, "must contain '@'."],
    ['Like', 'a%', 'text', { text: 'ba' }, { text: 'ab' }, "must be like 'a%'."],
    ['Match', /^[a-z]+$/g, 'text', { text: 'A1' }, { text: 'ab' }, 'must match /^[a-z]+$/g.'],
    ['Match', '/^[a-z]+$/i', 'text', { text: 'a1' }, { text: 'Ab' }, 'must match /^[a-z]+$/i.'],
    [
      'Before',
      '2024-01-01',
      'day',
      { day: '2024-01-01' },
      { day: '2023-12-31' },
      'must be before 2024-01-01.',
    ],
    [
      'GreaterThan',
      '2024-01-01',
      'day',
      { day: '2024-01-01' },
      { day: '2024-01-02' },
      'must be greater than 2024-01-01.',
    ],
    [
      'Past',
      undefined,
      'day',
      { day: '2024-02-02' },
      { day: '2024-02-01' },
      'must be in the past.',
    ],
    [
      'PreviousXDays',
      2,
      'day',
      { day: '2024-01-30' },
      { day: '2024-02-01' },
      'must be in the last 2 days, without today.',
    ],
    ['Present', undefined, 'title', { title: '' }, { title: 'x' }, 'is required.'],
    ['Present', undefined, 'text', { text: '' }, { text: 'x' }, 'is required.'],
  ])('enforces %s %s on %s', async (operator, value, name, broken, kept, told) => {
    const notes = await openNotes(chain => chain.addFieldValidation(name, operator, value))
    const record = { title: 'note', ...kept }
    const [created] = await create(notes, [record], outer)
    expect(created).toMatchObject(kept)
    const message = `'${name}' ${told}`
    await expect(create(notes, [{ ...record, ...broken }], outer)).rejects.toThrow(message)
    await expect(update(notes, {}, broken, outer)).rejects.toMatchObject({ status: 400 })
    await expect(update(notes, {}, kept, outer)).resolves.toBe(1)
  })

  it('holds for absent fields of new records, but for those with a default', async () => {
    const notes = await openNotes(chain =>
      chain
        .addFieldValidation('text', 'Present')
        .addFieldValidation('kind', 'Present')
        .addFieldValidation('day', 'Past'),
    )
    await expect(create(notes, [{ title: 'a' }], outer)).rejects.toThrow("'text' is required.")
    const [created] = await create(notes, [{ title: 'a', text: 'b' }], outer)
    expect(created).toMatchObject({ kind: 'memo', day: null })
    expect(await update(notes, {}, { title: 'c' }, outer)).toBe(1)
  })

  it('leaves null to Present, and an empty text to a column of the source', async () => {
    const notes = await openNotes(chain => chain.addFieldValidation('text', 'LongerThan', 3))
    const [created] = await create(notes, [{ title: '', text: null }], outer)
    expect(created).toMatchObject({ title: '', text: null })
    await expect(update(notes, {}, { title: null }, outer)).rejects.toThrow('is required')
  })

  it('is not asked of code', async () => {
    const notes = await openNotes(chain => chain.addFieldValidation('text', 'LongerThan', 3))
    await expect(create(notes, [{ title: 'a', text: 'b' }], call)).resolves.toHaveLength(1)
  })

  it.each([
    ['nope', 'Present', undefined, "No field 'nope' on 'orders'."],
    ['label', 'Present', undefined, "'label' is read-only: there is nothing to check."],
    ['total', 'Contains', 'x', "'Contains' cannot check 'total'. Possible: "],
    ['total', 'GreaterThan', undefined, "'GreaterThan' on 'total' needs a value to compare with."],
    ['total', 'GreaterThan', 'much', "The value of 'GreaterThan' on 'total' is wrong: "],
    ['reference', 'Match', '(', "'Match' on 'reference': Invalid regular expression"],
  ] as const)('refuses %s %s %s at start', async (name, operator, value, message) => {
    const opening = validate(name, operator, value)
    await expect(opening).rejects.toThrow(message)
    await expect(opening).rejects.toThrow('add-field-validation.test.ts:')
  })

  it('asks nothing of the source: a broken rule is seen before the write', async () => {
    const lines: string[] = []
    const { model } = await openShop(
      customizer =>
        customizer.customizeCollection('customers', customers =>
          customers.addFieldValidation('name', 'LongerThan', 2),
        ),
      { debug: text => lines.push(text.replace(/[\d.]+ ms/, '1 ms')) },
    )
    const customers = model.collection('customers')
    const conditionTree = { field: 'id', operator: 'Equal', value: 1 } as const
    await expect(update(customers, { conditionTree }, { name: 'A' }, outer)).rejects.toThrow(
      "'name' must have more than 2 characters.",
    )
    await update(customers, { conditionTree }, { name: 'Augusta' }, outer)
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "update customers
        write    customers(name)  where id = ?
        1 rows in 1 ms"
    `)
  })
})
