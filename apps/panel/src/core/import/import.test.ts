import type { ImportedRow } from '@service/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CollectionModel, FieldModel } from '../schema/collection-model.js'
import { formatCsv } from '../text/format-csv.js'
import { buildRow } from './build-row.js'
import { guessFormat, guessKey, guessMapping } from './guess-mapping.js'
import { hashRows } from './hash-rows.js'
import { defaultFormat, type ImportSettings } from './import-settings.js'
import { parseCell } from './parse-cell.js'
import { type DoneChunk, type ImportProgress, OtherFileError, runImport } from './run-import.js'
import { countStored, readStoredImport } from './stored-import.js'

const field = (name: string, columnType: unknown, more: object = {}): FieldModel =>
  ({
    ...{ name, label: name, kind: 'column', columnType, enumValues: [], isWritable: true },
    ...{ isPrimaryKey: false, ...more },
  }) as unknown as FieldModel

const fields = [
  field('id', 'Number', { isPrimaryKey: true, isWritable: false }),
  field('reference', 'String', { label: 'Référence' }),
  field('total', 'Number'),
  field('day', 'Dateonly'),
  field('at', 'Date'),
  field('stage', 'Enum', { enumValues: ['lead', 'customer'] }),
  field('isActive', 'Boolean', { label: 'Is active' }),
  field('tags', ['String']),
  field('details', 'Json'),
  field('customer', 'Number', { kind: 'to-one', target: 'customers', label: 'Customer' }),
  field('computed', 'String', { isWritable: false }),
]
const orders = {
  name: 'orders',
  primaryKey: ['id'],
  fields: new Map(fields.map(each => [each.name, each])),
} as unknown as CollectionModel
const find = (name: string) => orders.fields.get(name)!

const german = { dateOrder: 'day-first', decimal: ',' } as const
const american = { dateOrder: 'month-first', decimal: '.' } as const

describe('parseCell', () => {
  it.each<[string, string, Parameters<typeof parseCell>[2], unknown]>([
    ['total', '1.848,82', german, 1848.82],
    ['total', '1,848.82', american, 1848.82],
    ['total', '1 848,5', german, 1848.5],
    ['total', '−3', defaultFormat, -3],
    ['total', '12345678901234567890', defaultFormat, '12345678901234567890'],
    ['day', '31.12.1990', german, '1990-12-31'],
    ['day', '12/31/1990', american, '1990-12-31'],
    ['day', '1990-12-31', german, '1990-12-31'],
    ['day', '1990-12-31T00:00:00.000Z', defaultFormat, '1990-12-31'],
    ['at', '31.12.1990 14:30', german, '1990-12-31T13:30:00.000Z'],
    ['at', '1990-12-31T13:30:00Z', defaultFormat, '1990-12-31T13:30:00.000Z'],
    ['stage', 'Customer', defaultFormat, 'customer'],
    ['isActive', 'ja', defaultFormat, true],
    ['isActive', 'FALSE', defaultFormat, false],
    ['tags', '["a","b"]', defaultFormat, ['a', 'b']],
    ['reference', ' A ', defaultFormat, ' A '],
    ['customer', ' 12 ', defaultFormat, { type: 'customers', id: '12' }],
  ])('reads %s from %j', (name, text, format, value) => {
    expect(parseCell(find(name), text, format, 'Europe/Paris')).toEqual({ value })
  })

  it.each<[string, string, Parameters<typeof parseCell>[2], string]>([
    ['total', 'twelve', defaultFormat, 'number'],
    ['total', '1.5', german, 'number'],
    ['total', '1,5', american, 'number'],
    ['day', '31.02.1990', german, 'date'],
    ['day', '31/12/1990', american, 'date'],
    ['day', '31.12.90', german, 'date'],
    ['at', '31.12.1990 25:00', german, 'date'],
    ['stage', 'other', defaultFormat, 'enum'],
    ['isActive', 'perhaps', defaultFormat, 'boolean'],
    ['details', '{a}', defaultFormat, 'json'],
  ])('rejects %s from %j', (name, text, format, problem) => {
    expect(parseCell(find(name), text, format, 'Europe/Paris')).toEqual({ problem })
  })

  it('reads back every day in the order that it was written in', () => {
    const days = fc.date({
      min: new Date('0100-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(days, date => {
        const iso = date.toISOString().slice(0, 10)
        const [year, month, day] = iso.split('-')
        expect(parseCell(find('day'), `${day}.${month}.${year}`, german, 'UTC')).toEqual({
          value: iso,
        })
        expect(parseCell(find('day'), `${month}/${day}/${year}`, american, 'UTC')).toEqual({
          value: iso,
        })
      }),
    )
  })
})

describe('guessMapping', () => {
  const guess = (header: readonly string[], samples: readonly (readonly string[])[] = []) =>
    guessMapping({ header, samples }, orders, 'de')

  it('finds fields by name and label, whatever their case, accents and signs', () => {
    const header = ['REFERENCE', 'is_active', 'Customer ID', 'Id', 'Nothing', 'computed']
    expect(guess(header).map(each => each.field)).toEqual([
      'reference',
      'isActive',
      'customer',
      'id',
      null,
      null,
    ])
  })

  it('finds formats by the values', () => {
    const [day, total] = guess(
      ['day', 'total'],
      [
        ['31.12.1990', '1,5'],
        ['01.02.1990', '2'],
      ],
    )
    expect(day).toEqual({ field: 'day', dateOrder: 'day-first', decimal: '.' })
    expect(total).toEqual({ field: 'total', dateOrder: 'iso', decimal: ',' })
    expect(guessFormat(find('day'), ['01/02/1990'], 'en-US').dateOrder).toBe('month-first')
  })

  it('uses no field twice', () => {
    const names = fc.array(fc.oneof(fc.constantFrom('total', 'Total', 'day', 'id'), fc.string()))
    fc.assert(
      fc.property(names, header => {
        const mapping = guess(header)
        expect(mapping).toHaveLength(header.length)
        const used = mapping.flatMap(each => each.field ?? [])
        expect(new Set(used).size).toBe(used.length)
      }),
    )
  })

  it('finds records by their key when the file has it', () => {
    expect(guessKey(guess(['id', 'total']), orders)).toEqual(['id'])
    expect(guessKey(guess(['total']), orders)).toEqual([])
  })
})

const map = (...names: (string | null)[]): ImportSettings['columns'] =>
  names.map(name => ({ ...defaultFormat, field: name }))

describe('buildRow', () => {
  it('leaves empty cells out, or clears their fields', () => {
    const columns = map('reference', 'total', null)
    const cells = ['A', ' ', 'ignored']
    expect(buildRow(cells, { columns, isEmptyCleared: false }, orders, 'UTC')).toEqual({
      values: { reference: 'A' },
    })
    expect(buildRow(cells, { columns, isEmptyCleared: true }, orders, 'UTC')).toEqual({
      values: { reference: 'A', total: null },
    })
  })

  it('names every cell that is no value', () => {
    const columns = map('total', 'stage')
    expect(buildRow(['x', 'y'], { columns, isEmptyCleared: false }, orders, 'UTC')).toEqual({
      problems: [
        { field: 'total', problem: 'number', text: 'x' },
        { field: 'stage', problem: 'enum', text: 'y' },
      ],
    })
  })
})

/** An agent that creates what it has not created, and remembers its answers by chunk. */
function createAgent() {
  const created: unknown[] = []
  const answers = new Map<number, readonly ImportedRow[]>()
  return {
    created,
    async send(
      chunk: number,
      rows: readonly Readonly<Record<string, unknown>>[],
      isKnown: boolean,
    ) {
      const known = answers.get(chunk)
      if (known) return known
      if (isKnown) throw new Error('not known')
      const answer = rows.map((row, index): ImportedRow => {
        if (row.total === 13) return { index, message: 'No.', fields: { total: ['Unlucky.'] } }
        created.push(row.reference)
        return { index, action: 'created', id: String(created.length) }
      })
      answers.set(chunk, answer)
      return answer
    },
  }
}

describe('runImport', () => {
  const file = Array.from({ length: 1_234 }, (_, index) => [
    `R-${index}`,
    index % 50 === 0 ? 'x' : String(index % 20),
  ])
  const settings: ImportSettings = {
    ...{ mode: 'create', key: [], isEmptyCleared: false },
    columns: map('reference', 'total'),
  }
  const good = file.filter(([, total]) => total !== 'x' && total !== '13')

  function start(
    agent: ReturnType<typeof createAgent>,
    more: Partial<Parameters<typeof runImport>[0]> = {},
    rows = file,
  ) {
    let at = 0
    return runImport({
      ...{ collection: orders, settings, zone: 'UTC', send: agent.send },
      async readRows(count) {
        at += count
        return rows.slice(at - count, at)
      },
      onProgress: () => {},
      mayContinue: async () => true,
      ...more,
    })
  }

  const summarise = ({ created, rejects, rows }: ImportProgress) => ({
    created,
    rows,
    rejects: rejects.map(({ row, messages, problems }) => [row, messages, problems.length]),
  })

  it('writes the good rows and keeps the others with their reasons', async () => {
    const agent = createAgent()
    const done = await start(agent)
    expect(agent.created).toEqual(good.map(([reference]) => reference))
    expect(done).toMatchObject({ rows: 1_234, created: good.length, updated: 0 })
    expect(done.rejected).toBe(file.length - good.length)
    for (const { row, cells } of done.rejects) expect(cells).toBe(file[row - 1])
    expect(done.rejects.find(({ row }) => row === 14)?.messages).toEqual(['Unlucky.'])
  })

  it('goes on where it stopped, with the same result, and without contents of its own', async () => {
    const whole = await start(createAgent())
    const agent = createAgent()
    const chunks: DoneChunk[] = []
    let left = 2
    await start(agent, {
      onChunk: chunk => chunks.push(chunk),
      mayContinue: async () => left-- > 0,
    })
    expect(chunks).toHaveLength(2)
    expect(JSON.stringify(chunks)).not.toContain('R-')
    const done = await start(agent, { done: chunks })
    expect(summarise(done)).toEqual(summarise(whole))
    expect(agent.created).toEqual(good.map(([reference]) => reference))
    const forgotten = await start(createAgent(), { done: chunks })
    expect(forgotten.rejects.map(({ row }) => row)).toEqual(whole.rejects.map(({ row }) => row))
  })

  it('notices another file', async () => {
    const chunks: DoneChunk[] = []
    await start(createAgent(), { onChunk: chunk => chunks.push(chunk) })
    const other = file.map((row, index) => (index === 3 ? ['changed', '1'] : row))
    await expect(start(createAgent(), { done: chunks }, other)).rejects.toThrow(OtherFileError)
  })
})

describe('an import that is stored', () => {
  it('is read back, and nothing else is', () => {
    const stored = {
      ...{ importId: 'x', fileName: 'a.csv', fileSize: 1, headHash: hashRows([['a']]) },
      settings: { mode: 'create', key: [], columns: [], isEmptyCleared: false } as const,
      done: [{ hash: 'h', created: 2, updated: 1, rejected: [0, 4] }],
    }
    expect(readStoredImport(JSON.stringify(stored))).toEqual(stored)
    expect(countStored(stored)).toEqual({ created: 2, updated: 1, rejected: 2 })
    for (const text of [null, '', '{', '[]', '{"importId":1}']) {
      expect(readStoredImport(text)).toBeUndefined()
    }
  })
})

describe('formatCsv', () => {
  it('quotes what a reader would take for something else', () => {
    expect(formatCsv([['a', 'b;c', 'd"e', 'f\ng', ' h']], ';')).toBe(
      'a;"b;c";"d""e";"f\ng";" h"\r\n',
    )
    expect(formatCsv([['']])).toBe('""\r\n')
  })
})
