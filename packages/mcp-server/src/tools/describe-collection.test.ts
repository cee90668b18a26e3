import { describe, expect, it } from 'vitest'
import { maxTextLength } from './bound-value.js'
import { describeCollection } from './describe-collection.js'
import { indexSchema } from './schema-index.js'
import type { ToolCall } from './tool.js'

const operators = Array.from({ length: 20 }, () => 'greater_than_or_equal')

/** A call for a collection with this many columns. */
function wideCall(width: number): ToolCall {
  const names = Array.from({ length: width }, (_, index) => `column${index}`)
  const fields = names.map(field => ({ field, type: 'Number', enums: null, isSortable: true }))
  const told = {
    fields: names.map(name => ({ name, type: 'Number', operators })),
    readableFields: names,
    writableFields: [],
  }
  const schema = { collections: [{ name: 'wide', fields, actions: [] }], meta: {} }
  return {
    schema: indexSchema(schema as unknown as Parameters<typeof indexSchema>[0]),
    agent: { collection: () => ({ capabilities: async () => told }) },
  } as unknown as ToolCall
}

const describeWide = async (width: number) => {
  const { run } = describeCollection.prepare({ collectionName: 'wide' })
  const { value } = await run(wideCall(width))
  return value as { fields: { operators?: string[] }[]; _meta: { note?: string }; note?: string }
}

describe('describeCollection', () => {
  it('spells operators as filters do', async () => {
    const { fields } = await describeWide(1)
    expect(fields[0]?.operators?.[0]).toBe('GreaterThanOrEqual')
  })

  it('leaves operators out of a collection too wide to be shown with them', async () => {
    const { fields, _meta } = await describeWide(500)
    expect(fields).toHaveLength(500)
    expect(fields[0]).not.toHaveProperty('operators')
    expect(_meta.note).toContain('Operators are left out')
  })

  it('shows as many fields as there is room for', async () => {
    const description = await describeWide(5000)
    expect(description.note).toMatch(/Only the first \d+ of the 5000 fields are shown\.$/)
    expect(JSON.stringify(description).length).toBeLessThanOrEqual(maxTextLength)
  })
})
