import type { DataSourceFactory } from '@service/datasource-toolkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent } from './open-agent.js'

export interface OpenBooks {
  readonly factory: DataSourceFactory
  close(): Promise<void>
}

/** Books and their authors; `instant` is the database's type of an instant. */
export const bookStatements = (instant: string): readonly string[] => [
  'create table authors (id integer primary key, full_name varchar(100), secret varchar(100))',
  `create table books (
    id integer primary key,
    title varchar(100),
    price numeric(10, 2),
    sold boolean,
    printed_on date,
    added_at ${instant},
    author_id integer,
    foreign key (author_id) references authors (id)
  )`,
  "insert into authors values (1, 'Ada Byron', 'lemon'), (2, 'Bob', null)",
  `insert into books values
    (1, 'Notes on 100% wool', 12.5, true, '2024-02-29', '2024-05-31 22:30:00', 1),
    (2, 'Wool and silk', 30, false, '2023-12-31', '2024-05-31 21:30:00', 2),
    (3, '', null, null, null, null, null),
    (4, null, -5, true, '2024-03-01', '2024-06-01 10:00:00', 1)`,
]

/** The results of searches over HTTP in a database with `bookStatements`. */
export function describeSearch(name: string, openBooks: () => Promise<OpenBooks>): void {
  describe(`a search over ${name}`, () => {
    let open: OpenAgent
    let closeSource: () => Promise<void>
    beforeAll(async () => {
      const source = await openBooks()
      closeSource = source.close
      open = await openAgent(source.factory, {
        customize: agent =>
          agent
            .customizeCollection('authors', authors =>
              authors.renameField('full_name', 'penName').removeField('secret'),
            )
            .customizeCollection('books', books =>
              books
                .importField('authorName', { path: 'author:full_name', readonly: true })
                .addExternalRelation('reviews', {
                  schema: { stars: 'Number' },
                  listRecords: ({ id }) => [{ stars: Number(id) }],
                }),
            ),
      })
    }, 120_000)
    afterAll(async () => {
      await open.close()
      await closeSource()
    })
    const found = async (search: string, extended = false) => {
      const path = `/books?search=${encodeURIComponent(search)}${extended ? '&searchExtended=1' : ''}`
      return ((await open.get(path)).json as { data: { id: string }[] }).data.map(({ id }) => +id)
    }

    it.each([
      ['wool', [1, 2]],
      ['WOOL 100%', [1]],
      ['"and silk" OR 12.5', [1, 2]],
      ['-wool', [3, 4]],
      ['title:wool -price:30', [1]],
      ['price:>12', [1, 2]],
      ['-price:>12', [3, 4]],
      ['price:<=-5', [4]],
      ['price:!=30', [1, 3, 4]],
      ['title:NULL', [4]],
      ['title:""', [3]],
      ['-title:NULL', [1, 2]],
      ['sold:true', [1, 4]],
      ['-sold:true', [2, 3]],
      ['printed_on:2024-2', [1]],
      ['PrintedOn:>2024-02', [4]],
      ['-printedOn:>2024-02', [1, 2, 3]],
      ['printedOn:<2024', [2]],
      // Half past midnight on the first of June in Paris.
      ['added_at:2024-06', [1, 4]],
      ['-added_at:2024-06', [2, 3]],
      ['authorName:byron', [1, 4]],
      ['byron', [1, 4]],
      ['-byron', [2, 3]],
      ['author.penName:bob', [2]],
      ['author.full_name:bob', [2]],
      ['-author.penName:bob', [1, 3, 4]],
      ['author.secret:lemon', []],
      ["'; drop table books; --", []],
      ["title:'; drop table books; --'", []],
      ['%', [1]],
      ['_', []],
      ['99999999999999999999', []],
      ['id:99999999999999999999', []],
      ['id:<99999999999999999999', [1, 2, 3, 4]],
      ['id:1.5', []],
    ])("'%s' finds %o", async (search, expected) => {
      expect(await found(search)).toEqual(expected)
    })

    it('looks into relations when it is extended, yet never at what is hidden', async () => {
      expect(await found('bob', true)).toEqual([2])
      expect(await found('lemon', true)).toEqual([])
      expect(await found('-bob', true)).toEqual([1, 3, 4])
    })

    it('takes the character NUL, which databases refuse, as a space', async () => {
      expect(await found('wool\u0000100%')).toEqual([1])
      expect(await found('\u0000')).toHaveLength(4)
    })

    it('counts what it lists', async () => {
      const search = encodeURIComponent('-price:>12 -sold:true')
      expect((await open.get(`/books/count?search=${search}`)).json).toEqual({ count: 1 })
    })

    it('shows external relations beside the records of a page', async () => {
      const { json } = await open.get('/books?page[size]=2&fields[books]=id,reviews')
      expect(json).toMatchObject({
        data: [
          { attributes: { reviews: [{ stars: 1 }] } },
          { attributes: { reviews: [{ stars: 2 }] } },
        ],
      })
    })
  })
}
