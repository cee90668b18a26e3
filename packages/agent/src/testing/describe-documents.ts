import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ValueDatabase } from './describe-values.js'
import { type OpenAgent, openAgent } from './open-agent.js'

const long = '12345678901234567890'
const fine = '0.1234567890123456789'

/** Documents are unchanged over HTTP, on one database whose document type is `type`. */
export function describeDocuments(
  name: string,
  type: string,
  open: () => Promise<ValueDatabase>,
): void {
  describe(`documents on ${name}`, () => {
    let database: ValueDatabase
    let agent: OpenAgent
    beforeAll(async () => {
      database = await open()
      await database.execute(`create table docs (id integer primary key, v ${type})`)
      await database.execute(
        `insert into docs values (1, '{"n":${long},"list":[1,${fine}]}'), (2, 'null'), (3, null),
          (4, '{"$json":null}'), (5, '{"a":[1,"${long}"]}')`,
      )
      agent = await openAgent(database.factory)
    }, 120_000)
    afterAll(async () => {
      await agent.close()
      await database.close()
    })

    const shown = async (id: number) => {
      const { text } = await agent.get(`/docs/${id}`)
      return /"v":(.*?)\}(?:,"|\}|$)/.exec(text)?.[1]?.replaceAll(' ', '')
    }
    const save = async (id: number, json: string) => {
      const body = `{"data":{"type":"docs","id":"${id}","attributes":{"v":${json}}}}`
      const answer = await agent.send('PUT', `/docs/${id}`, body)
      expect(answer.status, answer.text).toBe(200)
    }
    it('shows numbers of more than fifteen digits with all of them', async () => {
      const { text } = await agent.get('/docs/1')
      expect(text).toContain(long)
      expect(text).toContain(fine)
    })

    it('tells the document null from no document', async () => {
      const { json } = await agent.get('/docs?sort=id')
      const { data } = json as { data: { attributes: { v: unknown } }[] }
      expect(data.slice(1).map(({ attributes }) => attributes.v)).toEqual([
        { $json: null },
        null,
        { $json: { $json: null } },
        { a: [1, long] },
      ])
    })

    it('exports both', async () => {
      const { text } = await agent.get('/docs.csv?sort=id&fields[docs]=v')
      const lines = text.trimEnd().split('\n')
      expect(lines[1]).toContain(long)
      expect(lines.slice(2, 4)).toEqual(['null', ''])
      expect(lines[4]?.replaceAll(' ', '')).toBe('"{""$json"":null}"')
    })

    it('saves back what it shows, rounded by a client or not', async () => {
      const before = await database.stored('docs')
      const { json, text } = await agent.get('/docs?sort=id')
      const { data } = json as { data: { id: string; attributes: { v: unknown } }[] }
      for (const { id, attributes } of data) await save(Number(id), JSON.stringify(attributes.v))
      expect(await database.stored('docs')).toEqual(before)
      const exact = (await agent.get('/docs?sort=id')).text
      expect(exact).toBe(text)
      await save(1, `{"n":${long},"list":[1,${fine}]}`)
      expect((await database.stored('docs')).map(asText)[0]?.replaceAll(' ', '')).toContain(
        `${long}`,
      )
      expect(await shown(1)).toContain(fine)
    })

    it('writes the document null, none, and a new long number', async () => {
      await save(5, '{"$json":null}')
      expect(await agent.get('/docs/5').then(({ json }) => json)).toMatchObject({
        data: { attributes: { v: { $json: null } } },
      })
      const [, nothing, none, , written] = await database.stored('docs')
      expect([written, nothing === none]).toEqual([nothing, false])
      await save(5, 'null')
      expect((await database.stored('docs'))[4]).toEqual(none)
      await save(5, `{"n":-${long}}`)
      expect(await shown(5)).toBe(`{"n":-${long}`)
    })
  })
}

/** Databases whose documents are dumped as hexadecimal digits or with their type. */
function asText(dumped: unknown): string {
  const text = String(dumped)
  if (/^(?:[0-9A-F]{2})+$/.test(text)) return Buffer.from(text, 'hex').toString()
  return text.replace(/^text '(.*)'$/, '$1')
}
