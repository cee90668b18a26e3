import { createMemoryDataSource } from '@service/datasource-memory'
import type { CollectionSource, Row } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { create } from '../create.js'
import { type Customizer, createCustomizer } from '../customizer.js'
import { list } from '../list.js'
import { compile } from '../model/compile.js'
import type { EngineCall, Model } from '../model/model.js'
import type { CollectionCustomizer } from '../operations/collection-customizer.js'
import type { Filter } from '../query.js'
import { call } from '../testing/shop.js'
import { update } from '../update.js'

const outer: EngineCall = { ...call, isOuter: true }
const key = { type: 'Number', isPrimaryKey: true, isGenerated: true } as const
const toOne = (
  kind: 'ManyToOne' | 'OneToOne',
  foreignCollection: string,
  from: string,
  to: string,
) => ({ kind, foreignCollection, keys: [{ from, to }] }) as const

const library = () =>
  ({
    books: {
      columns: { id: key, title: 'String', author_id: 'Number' },
      relations: {
        author: toOne('ManyToOne', 'authors', 'author_id', 'id'),
        cover: toOne('OneToOne', 'covers', 'id', 'book_id'),
      },
      records: [
        { title: 'Emma', author_id: 1 },
        { title: 'Persuasion', author_id: 1 },
        { title: 'Dracula', author_id: 2 },
        { title: 'Beowulf', author_id: null },
        { title: 'Lost', author_id: 99 },
      ],
    },
    authors: {
      columns: { id: key, name: 'String', city_id: 'Number' },
      relations: { city: toOne('ManyToOne', 'cities', 'city_id', 'id') },
      records: [
        { name: 'Austen', city_id: 1 },
        { name: 'Stoker', city_id: null },
      ],
    },
    cities: { columns: { id: key, label: 'String' }, records: [{ label: 'Bath' }] },
    covers: {
      columns: { id: key, colour: 'String', book_id: 'Number' },
      records: [{ colour: 'red', book_id: 1 }],
    },
  }) as const

async function openLibrary(
  customize: (books: CollectionCustomizer) => unknown = () => {},
  more: (customizer: Customizer) => void = () => {},
) {
  const asked: string[] = []
  const dataSource = await createMemoryDataSource(library())(
    () => {},
    async () => {},
  )
  const collections = dataSource.collections.map(source => spied(source, asked))
  const customizer = createCustomizer()
  customizer.customizeCollection('authors', authors =>
    authors.addField('shout', {
      columnType: 'String',
      dependencies: ['name'],
      getValues: records => records.map(({ name }) => String(name).toUpperCase()),
    }),
  )
  customizer.customizeCollection('books', customize)
  more(customizer)
  const model = await compile([{ dataSource: { ...dataSource, collections } }], customizer.journal)
  return { model, asked, books: model.collection('books') }
}

function spied(source: CollectionSource, asked: string[]): CollectionSource {
  const spy = <Result>(verb: string, result: Result): Result => {
    asked.push(`${verb} ${source.name}`)
    return result
  }
  return {
    ...source,
    list: (scan, given) => spy('list', source.list(scan, given)),
    create: (rows, given) => spy(`create ${rows.length}`, source.create(rows, given)),
    update: (where, patch, given) => spy('update', source.update(where, patch, given)),
  }
}

const byId = (...ids: number[]): Filter => ({
  conditionTree: { field: 'id', operator: 'In', value: ids },
})

async function shelf(model: Model, filter: Filter = {}): Promise<string[]> {
  const projection = ['id', 'title', 'author:name', 'author:city:label', 'cover:colour']
  const rows = await list(
    { collection: model.collection('books'), filter, sort: [], projection },
    call,
  )
  return rows.map(({ id, title, author, cover }) => {
    const { name = '-', city } = (author ?? {}) as { name?: string; city?: Row | null }
    return `${id} ${title} ${name} ${city?.label ?? '-'} ${(cover as Row | null)?.colour ?? '-'}`
  })
}

describe('creating with nested records', () => {
  it('stores what a record points to, then the record, then what points to it', async () => {
    const { model, asked, books } = await openLibrary()
    const record = {
      title: 'Ulysses',
      author: { name: 'Joyce', city: { label: 'Dublin' } },
      cover: { colour: 'green' },
    }
    await create(books, [record], outer)
    expect(asked).toEqual([
      'create 1 cities',
      'create 1 authors',
      'create 1 books',
      'create 1 covers',
    ])
    expect(await shelf(model, byId(6))).toEqual(['6 Ulysses Joyce Dublin green'])
  })

  it('gives each record of a batch its own, with one statement per collection', async () => {
    const { model, asked, books } = await openLibrary()
    const records = [
      { title: 'a' },
      { title: 'b', author: { name: 'B' } },
      { title: 'c', cover: { colour: 'blue' } },
      { title: 'd', author: { name: 'D' }, cover: { colour: 'pink' } },
    ]
    const created = await create(books, records, outer)
    expect(created.map(({ id, author_id }) => [id, author_id])).toEqual([
      [6, null],
      [7, 3],
      [8, null],
      [9, 4],
    ])
    expect(asked).toEqual(['create 2 authors', 'create 4 books', 'create 2 covers'])
    expect(await shelf(model, byId(6, 7, 8, 9))).toEqual([
      '6 a - - -',
      '7 b B - -',
      '8 c - - blue',
      '9 d D - pink',
    ])
  })

  it('changes the record a given foreign key leads to', async () => {
    const { model, asked, books } = await openLibrary()
    await create(books, [{ title: 'x', author_id: 2, author: { name: 'Bram' } }], outer)
    expect(asked).toEqual(['update authors', 'create 1 books'])
    expect(await shelf(model, byId(3, 6))).toEqual(['3 Dracula Bram - -', '6 x Bram - -'])
    const dangling = create(books, [{ author_id: 77, author: { name: 'x' } }], outer)
    await expect(dangling).rejects.toMatchObject({
      status: 400,
      message: "'author' references no record.",
    })
  })

  it('creates nothing out of nulls', async () => {
    const { asked, books } = await openLibrary()
    await create(books, [{ title: 'x', author: { name: null }, cover: { colour: null } }], outer)
    expect(asked).toEqual(['create 1 books'])
  })

  it('checks the rules of all records before the first is stored', async () => {
    const { model, asked } = await openLibrary()
    const customizer = createCustomizer()
    customizer.customizeCollection('books', books =>
      books.addFieldValidation('author_id', 'Present'),
    )
    customizer.customizeCollection('authors', authors =>
      authors.addFieldValidation('name', 'LongerThan', 2),
    )
    customizer.customizeCollection('covers', covers =>
      covers.addFieldValidation('colour', 'Present').addFieldValidation('book_id', 'Present'),
    )
    const collections = [...model.collections.values()].map(({ source }) => source)
    const { capabilities } = model.collection('books')
    const dataSource = {
      collections,
      capabilities,
      nativeConnections: [],
      check: async () => {},
      close: async () => {},
    }
    const books = (await compile([{ dataSource }], customizer.journal)).collection('books')
    const creating = (record: Row) => create(books, [record], outer)
    const message = "'name' must have more than 2 characters."
    await expect(creating({ author: { name: 'x' } })).rejects.toThrow(message)
    await expect(creating({ author_id: 1, author: { name: 'x' } })).rejects.toThrow(message)
    await expect(update(books, byId(1), { author: { name: 'x' } }, outer)).rejects.toThrow(message)
    await expect(creating({ author_id: 1, cover: { colour: '' } })).rejects.toThrow(
      "'colour' is required.",
    )
    await expect(creating({ title: 'x' })).rejects.toThrow("'author_id' is required.")
    expect(asked).toEqual([])
    await creating({ author: { name: 'Joyce' }, cover: { colour: 'red' } })
    await update(books, byId(1), { cover: { colour: 'blue' } }, outer)
    await update(books, byId(3), { cover: { colour: 'blue' } }, outer)
    await expect(update(books, byId(2), { cover: { colour: '' } }, outer)).rejects.toThrow(
      'is required',
    )
  })
})

describe('updating with nested records', () => {
  it('changes columns first, then what is related with one statement for all', async () => {
    const { model, asked, books } = await openLibrary()
    const patch = { title: 'same', author: { name: 'Jane' } }
    expect(await update(books, byId(1, 2), patch, outer)).toBe(2)
    expect(asked).toEqual(['list books', 'update books', 'update authors'])
    expect(await shelf(model, byId(1, 2))).toEqual(['1 same Jane Bath red', '2 same Jane Bath -'])
  })

  it('creates what is missing, for each record its own', async () => {
    const { model, asked, books } = await openLibrary()
    const patch = { author: { name: 'Anon' }, cover: { colour: 'grey' } }
    expect(await update(books, byId(3, 4, 5), patch, outer)).toBe(3)
    expect(asked).toEqual([
      'list books',
      'update authors',
      'list authors',
      'create 2 authors',
      'update books',
      'update books',
      'update covers',
      'create 3 covers',
    ])
    expect(await shelf(model)).toEqual([
      '1 Emma Austen Bath red',
      '2 Persuasion Austen Bath -',
      '3 Dracula Anon - grey',
      '4 Beowulf Anon - grey',
      '5 Lost Anon - grey',
    ])
    expect(await update(books, byId(1, 2), { cover: { colour: 'gold' } }, outer)).toBe(2)
    expect(await shelf(model, byId(1, 2))).toEqual([
      '1 Emma Austen Bath gold',
      '2 Persuasion Austen Bath gold',
    ])
  })

  it('follows a foreign key that changes with it', async () => {
    const { model, books } = await openLibrary()
    await update(books, byId(1), { author_id: 2, author: { name: 'Bram' } }, outer)
    expect(await shelf(model, byId(1, 2, 3))).toEqual([
      '1 Emma Bram - red',
      '2 Persuasion Austen Bath -',
      '3 Dracula Bram - -',
    ])
  })

  it('finds its records before it changes what they are found by', async () => {
    const { model, books } = await openLibrary()
    const conditionTree = { field: 'author:name', operator: 'Equal', value: 'Austen' } as const
    const patch = { author_id: null, author: { name: 'New' } }
    expect(await update(books, { conditionTree }, patch, outer)).toBe(2)
    expect(await shelf(model, byId(1, 2))).toEqual(['1 Emma New - red', '2 Persuasion New - -'])
  })

  it('needs no record to say that there is none', async () => {
    const { asked, books } = await openLibrary()
    expect(await update(books, byId(4), { author: { name: null } }, outer)).toBe(1)
    expect(asked).toEqual(['list books'])
  })

  it('keeps the key of a relation', async () => {
    const { books } = await openLibrary()
    await expect(update(books, byId(1), { author: { id: 7 } }, outer)).rejects.toThrow(
      "'id' is the key of 'author': it cannot change. Write 'author_id' to make it lead elsewhere.",
    )
    await expect(update(books, byId(1), { cover: { book_id: 7 } }, outer)).rejects.toThrow(
      "'book_id' is the key of 'cover': it cannot change.",
    )
  })

  it('changes no record out of the scope of the caller, nor hides it behind a new one', async () => {
    const { model, books } = await openLibrary()
    const findScope: EngineCall['findScope'] = ({ name }) =>
      name === 'authors' ? { field: 'name', operator: 'Equal', value: 'Stoker' } : undefined
    const scoped = { ...outer, findScope }
    await expect(update(books, byId(1), { author: { name: 'x' } }, scoped)).rejects.toMatchObject({
      status: 403,
      message: "'author' references a record that does not exist or that you may not change.",
    })
    await expect(
      create(books, [{ author_id: 1, author: { name: 'x' } }], scoped),
    ).rejects.toMatchObject({ status: 400 })
    expect(await update(books, byId(3, 4), { author: { name: 'Stoker' } }, scoped)).toBe(2)
    expect(await shelf(model, byId(1, 3, 4))).toEqual([
      '1 Emma Austen Bath red',
      '3 Dracula Stoker - -',
      '4 Beowulf Stoker - -',
    ])
  })

  it('does not tell a record out of the scope of the caller from one that does not exist', async () => {
    const { books } = await openLibrary()
    const findScope: EngineCall['findScope'] = ({ name }) =>
      name === 'books' ? undefined : { field: 'id', operator: 'Equal', value: 99 }
    const scoped = { ...outer, findScope }
    const write = async (id: number, row: Row) =>
      update(books, byId(id), row, scoped).catch((error: Error) => error.message)
    // The first book has an author and a cover, the fifth has neither.
    for (const value of ['x', null]) {
      const author = { author: { name: value } }
      expect(await write(1, author)).toMatch(/^'author' references a record that does not exist or/)
      expect(await write(5, author)).toBe(await write(1, author))
      const cover = { cover: { colour: value } }
      expect(await write(1, cover)).toMatch(/^'cover' references a record that does not exist or/)
      expect(await write(5, cover)).toBe(await write(1, cover))
    }
    // The key itself says that there is no author.
    expect(await write(4, { author: { name: 'x' } })).toBe(1)
  })

  describe('whose keys move on the way', () => {
    const titles = async (model: Model, collection: string, name: string) => {
      const query = { filter: {}, sort: [], projection: [name] }
      const rows = await list({ ...query, collection: model.collection(collection) }, call)
      return rows.map(row => row[name])
    }

    it('gives a record one related record when another relation leads back to it', async () => {
      const { model, books } = await openLibrary(chain =>
        chain
          .addField('same_id', {
            columnType: 'Number',
            dependencies: ['id'],
            getValues: records => records.map(({ id }) => id as number),
          })
          .addManyToOneRelation('same', 'books', { foreignKey: 'same_id' }),
      )
      const patch = { same: { author: { name: 'First' } }, author: { name: 'Second' } }
      await update(books, byId(4), patch, outer)
      expect(await shelf(model, byId(4))).toEqual(['4 Beowulf Second - -'])
      expect(await titles(model, 'authors', 'name')).toEqual(['Austen', 'Stoker', 'Second'])
    })

    it('creates one record for two relations of one key', async () => {
      const { model, books } = await openLibrary(chain =>
        chain
          .addManyToOneRelation('writer', 'authors', { foreignKey: 'author_id' })
          .importField('writerCity', { path: 'writer:city:label' }),
      )
      await update(books, byId(4), { author: { name: 'Anon' }, writerCity: 'Geat' }, outer)
      await create(books, [{ title: 'x', author: { name: 'New' }, writerCity: 'Oslo' }], outer)
      expect(await shelf(model, byId(4, 6))).toEqual(['4 Beowulf Anon Geat -', '6 x New Oslo -'])
      expect(await titles(model, 'authors', 'name')).toEqual(['Austen', 'Stoker', 'Anon', 'New'])
    })

    it('follows a computed key to where the columns written with it lead', async () => {
      const { model, books } = await openLibrary(chain =>
        chain
          .addField('next_id', {
            columnType: 'Number',
            dependencies: ['author_id'],
            getValues: records => records.map(row => Number(row.author_id) + 1),
          })
          .addManyToOneRelation('next', 'authors', { foreignKey: 'next_id' }),
      )
      await update(books, byId(5), { author_id: 1, next: { name: 'Bram' } }, outer)
      expect(await titles(model, 'authors', 'name')).toEqual(['Austen', 'Bram'])
    })
  })

  it('changes the first by primary key where a relation finds several', async () => {
    const { model, books } = await openLibrary(chain =>
      chain.addOneToOneRelation('title_cover', 'covers', {
        originKey: 'colour',
        originKeyTarget: 'title',
      }),
    )
    await create(model.collection('covers'), [{ colour: 'Emma' }, { colour: 'Emma' }], call)
    await update(books, byId(1), { title_cover: { book_id: 5 } }, outer)
    const query = { filter: {}, sort: [], projection: ['book_id'] }
    const covers = await list({ ...query, collection: model.collection('covers') }, call)
    expect(covers.map(row => row.book_id)).toEqual([1, 5, null])
  })
})

describe('writing imported fields', () => {
  it('writes at the end of the path', async () => {
    const { model, asked, books } = await openLibrary(chain =>
      chain
        .importField('authorName', { path: 'author:name' })
        .importField('city', { path: 'author:city:label' })
        .importField('colour', { path: 'cover:colour' }),
    )
    await update(books, byId(1), { authorName: 'Jane', city: 'London', colour: 'blue' }, outer)
    expect(asked).toEqual([
      'list books',
      'list authors',
      'update authors',
      'update cities',
      'update covers',
    ])
    await create(books, [{ title: 'x', authorName: 'New', city: null, colour: 'black' }], outer)
    expect(await shelf(model, byId(1, 6))).toEqual(['1 Emma Jane London blue', '6 x New - black'])
  })

  it('follows how the field it stands for is written in the end', async () => {
    const actions: unknown[] = []
    const { books } = await openLibrary(
      chain => chain,
      customizer => {
        customizer.customizeCollection('books', chain =>
          chain.importField('shout', { path: 'author:shout' }),
        )
        customizer.customizeCollection('authors', chain =>
          chain.replaceFieldWriting('shout', (name, { action, filter }) => {
            actions.push([action, filter])
            return { name: String(name).toLowerCase() }
          }),
        )
      },
    )
    await update(books, byId(1), { shout: 'JANE' }, outer)
    await create(books, [{ shout: 'A' }, { author_id: 2, shout: 'B' }], outer)
    expect(actions).toEqual([
      ['update', undefined],
      ['create', undefined],
      ['update', undefined],
    ])
    const projection = ['author:name']
    const rows = await list({ collection: books, filter: {}, sort: [], projection }, call)
    expect(rows.map(({ author }) => (author as Row | null)?.name)).toEqual([
      'jane',
      'jane',
      'b',
      undefined,
      undefined,
      'a',
      'b',
    ])
  })

  it('changes what a computed key leads to, and creates nothing where it leads nowhere', async () => {
    const { books, model } = await openLibrary(chain =>
      chain
        .addField('writer_id', {
          columnType: 'Number',
          dependencies: ['author_id'],
          getValues: records => records.map(row => row.author_id as number | null),
        })
        .addManyToOneRelation('writer', 'authors', { foreignKey: 'writer_id' })
        .importField('writerName', { path: 'writer:name' }),
    )
    await update(books, byId(1), { writerName: 'Jane' }, outer)
    expect(await shelf(model, byId(1))).toEqual(['1 Emma Jane Bath red'])
    const refused = {
      status: 400,
      message:
        "'writer' of 'books' references no record, and none can be created: its key 'writer_id' is computed.",
    }
    await expect(update(books, byId(4), { writerName: 'x' }, outer)).rejects.toMatchObject(refused)
    await expect(create(books, [{ writerName: 'x' }], outer)).rejects.toMatchObject(refused)
  })

  it('refuses one that is read-only', async () => {
    const { books } = await openLibrary(chain =>
      chain.importField('authorName', { path: 'author:name', readonly: true }),
    )
    await expect(update(books, byId(1), { authorName: 'x' }, outer)).rejects.toThrow(
      "'authorName' of 'books' is read-only: it cannot be written.",
    )
  })
})
