import { describe, expect, it } from 'vitest'
import { explainList, list } from '../../list.js'
import type { SearchReplacement } from '../../search/search-context.js'
import { call, openShop } from '../../testing/shop.js'

async function openWith(search: SearchReplacement, isDisabledFirst = false) {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders => {
      if (isDisabledFirst) orders.disableSearch()
      orders.removeField('reference').replaceSearch(search)
    }),
  )
  const collection = model.collection('orders')
  const query = (text: string, searchExtended = false) => ({
    collection,
    filter: { search: text, searchExtended },
    sort: [],
    projection: ['id'],
  })
  return {
    found: async (text: string, extended?: boolean) =>
      (await list(query(text, extended), call)).map(({ id }) => id),
    explained: (text: string) => explainList(query(text), call),
  }
}

describe('replaceSearch', () => {
  it('asks the source the condition of the code', async () => {
    const { found, explained } = await openWith(text => ({
      field: 'reference',
      operator: 'Equal',
      value: `r-${text}`,
    }))
    expect(await found('a')).toEqual([2])
    expect(await explained('a')).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id)  where reference = ?  order by id"
    `)
  })

  it('knows whether the search is extended, and may answer later', async () => {
    const { found } = await openWith(async (_text, extended) => ({
      field: 'id',
      operator: 'Equal',
      value: extended ? 1 : 2,
    }))
    expect([await found('x'), await found('x', true)]).toEqual([[2], [1]])
  })

  it('shows all records when nothing is answered, and is not asked about blanks', async () => {
    const { found } = await openWith(text => (text === ' ' ? undefined : undefined))
    expect(await found('x')).toHaveLength(5)
    expect(await found('  ')).toHaveLength(5)
  })

  it('makes a disabled search work again', async () => {
    const { found } = await openWith(() => ({ field: 'id', operator: 'Equal', value: 3 }), true)
    expect(await found('x')).toEqual([3])
  })

  it('gives the default search, wider or narrower', async () => {
    const { found } = await openWith((text, extended, { generateSearchFilter }) => {
      const [where, words] = text.split('/') as [string, string]
      const options = {
        default: { extended },
        include: { includeFields: ['customer:country:code'] },
        hidden: { includeFields: ['reference'] },
        exclude: { excludeFields: ['total'] },
        only: { onlyFields: ['customer:name'] },
      }[where]
      return generateSearchFilter(words, options)
    })
    expect(await found('default/10')).toEqual([2, 5])
    expect(await found('default/ada')).toEqual([])
    expect(await found('default/ada', true)).toEqual([1, 3])
    expect(await found('default/r-a')).toEqual([])
    expect(await found('hidden/r-a')).toEqual([2])
    expect(await found('include/fr')).toEqual([1, 3])
    expect(await found('exclude/10')).toEqual([])
    expect(await found('exclude/total:10')).toEqual([])
    expect(await found('only/b')).toEqual([2])
    expect(await found('only/10')).toEqual([])
    expect(await found('only/total:10')).toEqual([])
    expect(await found('default/-ada')).toHaveLength(5)
    expect(await found('default/ ')).toHaveLength(5)
  })

  it('does not look where the caller may not read, unless the condition itself says so', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.replaceSearch((text, _extended, context) =>
          text === 'own'
            ? { field: 'customer:name', operator: 'Equal', value: 'Ada' }
            : context.generateSearchFilter(text, { includeFields: ['customer:name'] }),
        ),
      ),
    )
    const collection = model.collection('orders')
    const hidden = new Set([collection.fields.get('customer')!])
    const found = (search: string) =>
      list(
        { collection, filter: { search }, sort: [], projection: ['id'] },
        { ...call, hiddenIn: ({ name }) => (name === 'orders' ? hidden : undefined) },
      )
    expect(await found('ada')).toEqual([])
    expect(await found('own')).toHaveLength(2)
  })

  it('names the search when it searches itself without end', async () => {
    const { found } = await openWith(async (text, _extended, { collection }) => {
      await collection.list({ search: text }, ['id'])
      return undefined
    })
    await expect(found('x')).rejects.toThrow(
      'without end: orders replaceSearch -> orders replaceSearch.',
    )
  })

  it('names an unknown field of the options', async () => {
    const { found } = await openWith((text, _extended, { generateSearchFilter }) =>
      generateSearchFilter(text, { onlyFields: ['nope'] }),
    )
    await expect(found('x')).rejects.toThrow("No field 'nope' on 'orders'.")
  })

  it('refuses what is no function, with the line of the call', async () => {
    await expect(openWith('name' as never)).rejects.toThrow(
      /replaceSearch on 'orders': The search needs a function.*at .*replace-search\.test\.ts:\d+/s,
    )
  })
})
