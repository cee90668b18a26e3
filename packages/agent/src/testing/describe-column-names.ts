import { isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, OpenAgent } from './open-agent.js'
import { quoted } from './open-sqlite.js'

const names = [
  ...['a,b', 'a', ' lead', 'trail ', ' ', '-minus', '+plus', '\\', 'a\\,b', ',', 'a.b', 'a@@@b'],
  ...[
    'constructor',
    'toString',
    '__defineGetter__',
    'toJSON',
    'id',
    'type',
    'count',
    'fields[odd]',
  ],
  ...['"', "it's", '?#&=/*;--`$1[]', '注文 größe 😀', 'x'.repeat(63), '0', 'null', 'undefined'],
]

/** Column names that fields cannot have, by the names they get. */
const renamed = new Map([
  ['c_d', 'c:d'],
  ['__proto', '__proto__'],
])
names.push(...renamed.keys())

/** The value of each column in the record `k`, which no other column contains. */
const textIn = (name: string, k: number) => `v${names.indexOf(name)}k${k}`

export const columnNameStatements = `
  create table odd (k varchar(10) primary key, ${names.map(name => `${quoted(renamed.get(name) ?? name)} varchar(100)`).join(', ')});
  create table parts ("k:1" varchar(10) primary key, "up:id" varchar(10) references parts ("k:1"), "__proto__" integer);
  insert into parts values ('1', null, 1), ('2', '1', 2), ('3', '1', 3);
  create table strict (k varchar(10) primary key, "valueOf" varchar(10) not null);
  insert into odd values ${[1, 2]
    .map(k => `('${k}', ${names.map(name => `'${textIn(name, k)}'`).join(', ')})`)
    .join(', ')};
`

const listed = (name: string) => encodeURIComponent(name.replace(/[\\,\s+-]/g, '\\$&'))

/**
 * Columns of any name are shown, requested, found, sorted by, written, exported and counted. In the
 * short run, a server is asked for one name of two by itself, and SQLite for each.
 */
export function describeColumnNames(database: string, start: () => Promise<OpenAgent>): void {
  describe(`columns of any name on ${database}`, () => {
    let open: OpenAgent
    beforeAll(async () => {
      open = await start()
      open.service.setUser({ id: 7, email: 'ada@example.com', roleId: 1, permissionLevel: 'admin' })
    })
    afterAll(() => open?.close())

    const ok = async (method: string, path: string, body?: unknown): Promise<Answer> => {
      const answer = await open.send(method, path, body)
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
      return answer
    }
    const readRecords = ({ json }: Answer) =>
      (json as { data: { id: string; attributes: Record<string, unknown> }[] }).data
    const listIds = (answer: Answer) => readRecords(answer).map(({ id }) => id)
    const buildAttributes = (k: number) =>
      Object.fromEntries([['k', String(k)], ...names.map(name => [name, textIn(name, k)])])

    it('are all shown and exported', async () => {
      expect(
        readRecords(await ok('GET', '/odd?sort=k')).map(({ attributes }) => attributes),
      ).toEqual([buildAttributes(1), buildAttributes(2)])
      const all = names.map(listed).join(',')
      const { text } = await ok('GET', `/odd.csv?sort=k&fields[odd]=${all}`)
      expect(text).toContain(`\n${names.map(name => textIn(name, 1)).join(',')}\n`)
    })

    const asked = names.filter((_, index) => isLongRun || database === 'SQLite' || index % 2 === 0)
    it.each(asked)('%j is asked for by its name', async name => {
      const value = textIn(name, 2)
      const fields = `fields[odd]=${listed(name)}`
      const filters = encodeURIComponent(JSON.stringify({ field: name, operator: 'Equal', value }))
      const found = readRecords(await ok('GET', `/odd?${fields}&filters=${filters}`))
      expect(found).toMatchObject([{ id: '2', attributes: { [name]: value } }])
      expect(Object.keys(found[0]!.attributes).sort()).toEqual([name, 'k'].sort())
      expect(listIds(await ok('GET', `/odd?sort=-${listed(name)}`))).toEqual(['2', '1'])
      expect(listIds(await ok('GET', `/odd?sort=${listed(name)}&search=${value}`))).toEqual(['2'])
      expect((await ok('GET', `/odd.csv?${fields}&filters=${filters}`)).text).toContain(
        `\n${value}\n`,
      )
      const changed = { type: 'odd', attributes: { [name]: 'changed' } }
      expect((await ok('PUT', '/odd/2', { data: changed })).json).toMatchObject({
        data: { attributes: { ...buildAttributes(2), [name]: 'changed' } },
      })
      const chart = {
        type: 'Pie',
        sourceCollectionName: 'odd',
        aggregator: 'Count',
        groupByFieldName: name,
      }
      expect((await ok('POST', '/stats/odd', chart)).text).toContain('"key":"changed"')
      const back = { type: 'odd', attributes: { [name]: value } }
      await ok('PUT', '/odd/2', { data: back })
    })

    it('are created with, and without', async () => {
      for (const attributes of [buildAttributes(3), { k: '4' }]) {
        const created = await ok('POST', '/odd', { data: { type: 'odd', attributes } })
        const rest = Object.fromEntries(names.map(name => [name, null]))
        expect(created.json).toMatchObject({ data: { attributes: { ...rest, ...attributes } } })
        await ok('DELETE', `/odd/${attributes.k}`)
      }
    })

    it('are keys, under the names they have', async () => {
      const fields = 'fields[parts]=k_1,__proto,up&fields[up]=k_1,__proto'
      const { json } = await ok('GET', `/parts?${fields}&sort=-k_1,up:__proto`)
      expect(json).toMatchObject({
        data: [{ id: '3', relationships: { up: { data: { id: '1' } } } }, { id: '2' }, { id: '1' }],
        included: [{ id: '1', attributes: { __proto: 1 } }],
      })
      const related = await ok('GET', '/parts/1/relationships/parts')
      expect(listIds(related).sort()).toEqual(['2', '3'])
      const relationships = { up: { data: { type: 'parts', id: '3' } } }
      const data = { type: 'parts', attributes: { k_1: '4', __proto: 4 }, relationships }
      expect((await ok('POST', '/parts', { data })).json).toMatchObject({
        data: { id: '4', attributes: { k_1: '4', up_id: '3', __proto: 4 } },
      })
      const change = { type: 'parts', attributes: { k_1: '5', __proto: null } }
      expect((await ok('PUT', '/parts/4', { data: change })).json).toMatchObject({
        data: { id: '5' },
      })
      await ok('DELETE', '/parts/5')
      expect((await ok('GET', '/parts?page[size]=1&page[number]=1002')).json).toMatchObject({
        data: [],
      })
    })

    it('are missed where they must be there', async () => {
      const data = { type: 'strict', attributes: { k: '1' } }
      const refused = await open.send('POST', '/strict', { data })
      expect(refused.text).toContain("'valueOf'")
      expect(refused.status).toBe(400)
    })
  })
}
