import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import type { SchemaFile } from '@service/protocol'
import { chooseRounds } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from './open-agent.js'

export interface OpenTables {
  factory(options?: { readonly primaryKeys?: Record<string, readonly string[]> }): DataSourceFactory
  close(): Promise<void>
}

/** More than a block of an export, and than pages skip by number. */
const rowCount = chooseRounds(1600, 4000)
const numbers = Array.from({ length: rowCount }, (_, index) => index + 1)
const chooseGroup = (n: number) => (n === 1 ? 1000 : n % 9 === 0 ? null : n % 40)

/** A view that repeats its first column, tables without a key, and one that references another by such a column. */
export const keylessStatements: readonly string[] = [
  'create table events (n integer primary key, grp integer, label varchar(20))',
  `insert into events values ${numbers.map(n => `(${n}, ${chooseGroup(n)}, 'l${n % 3}')`).join(', ')}`,
  'create view event_groups as select grp, label, n from events',
  'create table logs (id integer, note varchar(20))',
  "insert into logs values (1, 'a'), (1, 'b'), (2, 'c')",
  'create table owners (id integer primary key, name varchar(20))',
  "insert into owners values (1, 'Ada'), (2, 'Bob')",
  `create table profiles (
    id integer, note varchar(20), foreign key (id) references owners (id)
  )`,
  "insert into profiles values (1, 'first'), (1, 'second')",
]

interface Resource {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
}

interface Document {
  readonly data: readonly Resource[]
  readonly meta?: { readonly page?: { readonly after: string | null } }
}

/** What an agent does with keys that no constraint makes unique, over a database with `keylessStatements`. */
export function describeUnprovenKeys(name: string, openTables: () => Promise<OpenTables>): void {
  describe(`keys that are not proven, over ${name}`, () => {
    let tables: OpenTables
    let open: OpenAgent
    let declared: OpenAgent
    const ranOn: unknown[][] = []
    let folder: string
    let schemaPath: string
    beforeAll(async () => {
      tables = await openTables()
      folder = await mkdtemp(join(tmpdir(), 'agent-schema-'))
      schemaPath = join(folder, 'schema.json')
      open = await openAgent(tables.factory(), {
        schemaPath,
        customize: agent =>
          agent.customizeCollection('event_groups', events =>
            events
              .addField('tenth', {
                columnType: 'Number',
                dependencies: ['n'],
                getValues: records => records.map(({ n }) => Math.floor(Number(n) / 10)),
              })
              .emulateFieldFiltering('tenth')
              .emulateFieldSorting('tenth')
              .addAction('Note', {
                scope: 'Global',
                execute: async context => {
                  const logs = context.dataSource.getCollection('logs')
                  await logs.create([{ id: 3, note: 'd' }])
                  await logs.update({}, { note: 'x' })
                },
              })
              .addAction('Count', {
                scope: 'Bulk',
                execute: async context => {
                  ranOn.push((await context.getRecords(['n'])).map(({ n }) => n))
                },
              }),
          ),
      })
      declared = await openAgent(tables.factory({ primaryKeys: { event_groups: ['n'] } }))
    })
    afterAll(async () => {
      await open.close()
      await declared.close()
      await tables.close()
      await rm(folder, { recursive: true })
    })

    const list = async (path: string, agent = open) => (await agent.get(path)).json as Document
    const listNumbers = ({ data }: Document) => data.map(({ attributes }) => attributes.n as number)
    const ascending = (found: readonly number[]) => found.toSorted((a, b) => a - b)

    it('a page deep in the list has as many records as it should', async () => {
      const { data, meta } = await list('/event_groups?page[size]=15&page[number]=100')
      expect([data.length, meta]).toEqual([15, undefined])
    })

    it.each(['', '&sort=label', '&sort=-grp', '&sort=tenth'])(
      'the pages by number hold each record once%s',
      async sort => {
        const found: number[] = []
        for (let page = 1; page <= 5; page++) {
          found.push(
            ...listNumbers(
              await list(`/event_groups?page[size]=${rowCount / 5}&page[number]=${page}${sort}`),
            ),
          )
        }
        expect(ascending(found)).toEqual(numbers)
      },
    )

    it.each(['', '&sort=-label', '&sort=tenth'])(
      'an export holds each record once%s',
      async sort => {
        const { text } = await open.get(`/event_groups.csv?fields[event_groups]=n${sort}`)
        expect(ascending(text.trim().split('\n').slice(1).map(Number))).toEqual(numbers)
      },
    )

    it('a filter in memory finds as many in an export as in a list', async () => {
      const filters = encodeURIComponent(
        `{"field":"tenth","operator":"greater_than","value":${rowCount / 10 - 4}}`,
      )
      const expected = numbers.filter(n => n >= rowCount - 30)
      const { text } = await open.get(`/event_groups.csv?fields[event_groups]=n&filters=${filters}`)
      expect(ascending(text.trim().split('\n').slice(1).map(Number))).toEqual(expected)
      const found = listNumbers(await list(`/event_groups?page[size]=100&filters=${filters}`))
      expect(ascending(found)).toEqual(expected)
    })

    it('there is no cursor', async () => {
      for (const after of ['', 'x']) {
        const answer = await open.get(`/event_groups?page[after]=${after}`)
        expect([answer.status, readError(answer).code]).toEqual([422, 'key_not_proven'])
      }
    })

    it('an id is read where it leads to one record', async () => {
      const { json, status } = await open.get('/event_groups/1000')
      expect([status, (json as { data: Resource }).data.attributes.n]).toEqual([200, 1])
      const several = await open.get('/event_groups/5')
      expect([several.status, readError(several).code]).toEqual([422, 'id_not_unique'])
      expect(readError(several).detail).toContain("the option 'primaryKeys'")
      expect((await open.get('/event_groups/77')).status).toBe(404)
    })

    it('records without a key are listed under an id of their own, which leads nowhere', async () => {
      const filters = encodeURIComponent('{"field":"grp","operator":"blank","value":null}')
      const { data } = await list(`/event_groups?page[size]=1000&filters=${filters}`)
      expect(data.length).toBe(numbers.filter(n => chooseGroup(n) === null).length)
      expect(new Set(data.map(({ id }) => id))).toEqual(new Set(['\\N']))
      const answer = await open.get('/event_groups/%5CN')
      expect([answer.status, readError(answer).detail]).toEqual([
        422,
        expect.stringContaining('cannot be addressed'),
      ])
    })

    it('nothing is written', async () => {
      const body = { data: { attributes: { note: 'x' } } }
      const chosen = { data: { attributes: { ids: ['1'] } } }
      const changed = { data: { attributes: { ids: ['1'], values: { note: 'x' } } } }
      const answers = [
        await open.send('PUT', '/logs/2', body),
        await open.send('POST', '/logs', { data: { attributes: { id: 9, note: 'x' } } }),
        await open.send('DELETE', '/logs/2'),
        await open.send('DELETE', '/logs', chosen),
        await open.send('PUT', '/logs', changed),
        await open.send('POST', '/owners/2/relationships/profiles', {
          data: [{ type: 'profiles', id: '1' }],
        }),
      ]
      expect(answers.map(answer => [answer.status, readError(answer).code])).toEqual(
        answers.map(() => [422, 'key_not_proven']),
      )
      expect((await open.get('/logs.csv?fields[logs]=id,note&sort=note')).text).toBe(
        'id,note\n1,a\n1,b\n2,c\n',
      )
    })

    it('the schema says so', async () => {
      const { collections } = JSON.parse(await readFile(schemaPath, 'utf8')) as SchemaFile
      const isReadOnly = (name: string) => {
        const found = collections.find(collection => collection.name === name)!
        const others = found.fields.filter(({ field }) => field !== 'id')
        return [found.isReadOnly, ...others.map(field => field.isReadOnly)]
      }
      expect(isReadOnly('logs')).toEqual([true, true])
      expect(isReadOnly('owners')).toEqual([false, false, true])
    })

    it('a foreign key that repeats is a list, and repeats no record', async () => {
      expect((await list('/owners')).data.map(({ id }) => id)).toEqual(['1', '2'])
      const { data } = await list('/owners/1/relationships/profiles?sort=note')
      expect(data.map(({ attributes }) => attributes.note)).toEqual(['first', 'second'])
    })

    it('an action runs on the records that were chosen, or not at all', async () => {
      const path = '/_actions/event_groups/1/count'
      const run = (attributes: object) =>
        open.send('POST', path, { data: { attributes: { values: {}, ...attributes } } })
      const several = await run({ ids: ['5'] })
      expect([several.status, readError(several).code]).toEqual([422, 'id_not_unique'])
      const without = await run({ all_records: true, all_records_ids_excluded: ['5'] })
      expect([without.status, readError(without).code]).toEqual([422, 'key_not_proven'])
      expect((await run({ ids: ['1000'] })).status).toBe(200)
      expect((await run({ all_records: true, all_records_ids_excluded: [] })).status).toBe(200)
      expect(ranOn.map(found => ascending(found as number[]))).toEqual([[1], numbers])
    })

    it('code creates records and changes none', async () => {
      const attributes = { values: {}, ids: [] }
      const answer = await open.send('POST', '/_actions/event_groups/0/note', {
        data: { attributes },
      })
      expect(answer.text).toContain('cannot be written')
      expect((await open.get('/logs.csv?fields[logs]=id,note&sort=note')).text).toBe(
        'id,note\n1,a\n1,b\n2,c\n3,d\n',
      )
    })

    it('a declared key pages, exports and reads', async () => {
      const found: number[] = []
      let after: string | null = ''
      while (after !== null) {
        const page = await list(
          `/event_groups?sort=label&page[size]=900&page[after]=${after}`,
          declared,
        )
        found.push(...listNumbers(page))
        after = page.meta!.page!.after
      }
      expect(ascending(found)).toEqual(numbers)
      const { text } = await declared.get('/event_groups.csv?fields[event_groups]=n')
      expect(text.trim().split('\n').slice(1).map(Number)).toEqual(numbers)
      const deep = await list('/event_groups?page[size]=15&page[number]=100', declared)
      expect(listNumbers(deep)).toEqual(numbers.slice(1485, 1500))
      expect((await declared.get('/event_groups/5')).status).toBe(200)
    })
  })
}
