import { nameInPath, routeWords } from '@service/protocol'
import { isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type OpenAgent, readError } from '../testing/open-agent.js'
import { openOnSqlite, quoted } from '../testing/open-sqlite.js'
import { routes } from './index.js'

const splitPath = (path: string) => path.split('/').slice(1)

/** Fixed path segments of routes that are otherwise equal to a route with this parameter. */
function listWordsReplacing(part: string): string[] {
  const words = routes.flatMap(({ path }) => {
    const segments = splitPath(path)
    const position = segments.indexOf(`:${part}`)
    const before = segments.slice(0, position).join('/')
    const others = routes.map(route => splitPath(route.path))
    return position < 0
      ? []
      : others
          .filter(other => other.slice(0, position).join('/') === before)
          .map(other => other[position])
  })
  return [...new Set(words)].flatMap(word => (word && !word.startsWith(':') ? [word] : [])).sort()
}

const names = [
  ...listWordsReplacing('collection'),
  ...['count', 'a', 'a.csv', '.csv', '.', '..', '%2F/', 'a?b#c', ' ü 注😀', '\\stats', '__proto__'],
  ...['toString', 'a,b[c]:d@@@', '"it\'s"'],
]

const statements = names
  .map((name, index) => {
    const table = quoted(name)
    return `create table ${table} (id text primary key, number integer, parent_id text references ${table} (id));
      insert into ${table} values ('count', ${index}, null), ('', ${index}, 'count'), ('b', ${index}, 'count');`
  })
  .join('\n')

describe('the words of paths', () => {
  it('are those that names must not be taken for', () => {
    expect(listWordsReplacing('collection')).toEqual([...routeWords].sort())
    expect(listWordsReplacing('relation')).toEqual([])
    expect(listWordsReplacing('field')).toEqual([])
    expect(listWordsReplacing('chart')).toEqual([])
    // `packId` writes them with a backslash.
    expect(listWordsReplacing('id')).toEqual(['_import', 'count'])
  })
})

describe('collections of any name', () => {
  let open: OpenAgent
  const ran: string[] = []
  beforeAll(async () => {
    open = await openOnSqlite(statements, {
      customize: agent => {
        for (const name of names) {
          agent.customizeCollection(name, collection =>
            collection
              .addAction('Note', { scope: 'Single', execute: async () => void ran.push(name) })
              .addChart('Size', async (_context, result) => result.value(name.length)),
          )
        }
      },
    })
    open.service.setUser({ id: 7, email: 'ada@example.com', roleId: 1, permissionLevel: 'admin' })
  })
  afterAll(() => open?.close())

  const readData = ({ json }: Answer) => (json as { data: unknown }).data
  const listIds = (answer: Answer) =>
    (readData(answer) as { id: string }[]).map(({ id }) => id).sort()
  const ok = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await open.send(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }

  it.each(names)('%j answers on every route', async name => {
    const path = `/${nameInPath(name)}`
    const number = names.indexOf(name)
    const first = `${path}/${encodeURIComponent('\\count')}`
    const relation = [...(await listRelations(name))][0]!
    const related = `${first}/relationships/${nameInPath(relation)}`

    expect(listIds(await ok('GET', path))).toEqual(['\\', '\\count', 'b'])
    expect((await ok('GET', `${path}/count`)).json).toEqual({ count: 3 })
    expect(
      (await ok('GET', `${path}.csv?fields[${encodeURIComponent(name)}]=id,number`)).text,
    ).toContain(`b,${number}`)
    expect(readData(await ok('GET', first))).toMatchObject({
      id: '\\count',
      attributes: { id: 'count', number },
    })
    expect(readData(await ok('GET', `${path}/%5C`))).toMatchObject({ attributes: { id: '' } })
    expect(listIds(await ok('GET', related))).toEqual(['\\', 'b'])
    expect((await ok('GET', `${related}/count`)).json).toEqual({ count: 2 })
    expect((await ok('GET', `${related}.csv`)).text.trim().split('\n')).toHaveLength(3)

    const attributes = { collection_name: name, ids: ['\\'], values: {} }
    await ok('POST', `/_actions${path}/0/note/hooks/load`, { data: { attributes } })
    await ok('POST', `/_actions${path}/0/note`, { data: { attributes } })
    expect(ran.at(-1)).toBe(name)
    const chart = { type: 'Value', sourceCollectionName: name, aggregator: 'Count' }
    expect((await ok('POST', `/stats${path}`, chart)).text).toContain('"countCurrent":3')
    await ok('POST', `/_charts${path}/Size`, { record_id: '\\' })
    const asked = { collectionNames: [name] }
    expect((await ok('POST', '/_internal/capabilities', asked)).json).toMatchObject({
      collections: [{ name }],
    })
    const history = await open.get(`/_audit-trail${path}/b`)
    expect(readError(history).detail).not.toContain('No collection')

    // Writes have the paths of reads: in the short run, one name of three is written to.
    if (!isLongRun && number % 3 > 0) return
    const made = { type: name, attributes: { id: 'new', number } }
    expect(readData(await ok('POST', path, { data: made }))).toMatchObject({ id: 'new' })
    const changed = { type: name, attributes: { number: number + 1 } }
    expect(readData(await ok('PUT', `${path}/new`, { data: changed }))).toMatchObject({
      attributes: { number: number + 1 },
    })
    await ok('POST', related, { data: [{ type: name, id: 'new' }] })
    expect((await ok('GET', `${related}/count`)).json).toEqual({ count: 3 })
    const taken = { type: 'action-requests', attributes: { ids: ['new'] } }
    await ok('DELETE', related, { data: taken })
    await ok('PUT', `${path}/new/relationships/parent`, { data: { type: name, id: '\\' } })
    expect(
      (await ok('GET', `${path}/%5C/relationships/${nameInPath(relation)}/count`)).json,
    ).toEqual({
      count: 1,
    })
    await ok('DELETE', `${path}/new`)
    await ok('POST', path, { data: made })
    await ok('DELETE', path, { data: taken })
    expect((await ok('GET', `${path}/count`)).json).toEqual({ count: 3 })
  })

  /** Its to-many relations, by their links. */
  async function listRelations(name: string): Promise<string[]> {
    const { data } = (await ok('GET', `/${nameInPath(name)}/b`)).json as {
      data: { relationships: Record<string, { links?: object }> }
    }
    return Object.keys(data.relationships).filter(key => data.relationships[key]!.links)
  }
})
