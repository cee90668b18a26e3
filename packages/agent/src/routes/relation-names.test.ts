import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenAgent } from '../testing/open-agent.js'
import { openOnSqlite } from '../testing/open-sqlite.js'

const statements = `
  create table parent (id integer primary key, name text, parent_id integer references parent (id));
  insert into parent values (1, 'Ada', null), (2, 'Bob', 1);
  create table owner (id integer primary key, title text);
  create table "dog.house" (id integer primary key, owner_id integer references owner (id));
  create table dog (
    id integer primary key, name text, dog_id integer references owner (id),
    "dog.house_id" integer references "dog.house" (id)
  );
  insert into owner values (1, 'Boss');
  insert into "dog.house" values (1, 1);
  insert into dog values (1, 'Rex', 1, 1);
`

describe('relations', () => {
  let open: OpenAgent
  beforeAll(async () => {
    open = await openOnSqlite(statements)
  })
  afterAll(() => open?.close())

  const shown = async (path: string) => {
    const { json, text, status } = await open.get(path)
    if (status !== 200) throw new Error(text)
    const { data, included = [] } = json as {
      data: { attributes: object }[]
      included?: { attributes: object }[]
    }
    return {
      data: data.map(each => each.attributes),
      included: included.map(each => each.attributes),
    }
  }

  it('named like their collection show the same fields as it', async () => {
    expect(await shown('/parent?sort=-id&fields[parent]=name,parent')).toEqual({
      data: [
        { id: 2, name: 'Bob' },
        { id: 1, name: 'Ada' },
      ],
      included: [{ id: 1, name: 'Ada' }],
    })
  })

  it('named like their collection have fields of their own by path', async () => {
    for (const fields of ['id,parent:name', 'id,parent,parent:name']) {
      expect(await shown(`/parent?sort=-id&fields[parent]=${fields}`)).toEqual({
        data: [{ id: 2 }, { id: 1 }],
        included: [{ id: 1, name: 'Ada' }],
      })
    }
    const { text } = await open.get('/parent.csv?sort=-id&fields[parent]=name,parent:name')
    expect(text).toBe('name,parent:name\nBob,Ada\nAda,\n')
  })

  it('named like their collection show the key where no field is the same', async () => {
    expect((await shown('/dog?fields[dog]=name,dog')).included).toEqual([{ id: 1 }])
  })

  it('are sorted through, also with a dot in their names', async () => {
    for (const sort of ['dog.title', 'dog:title', 'dog.house.id', '-dog.house:owner:title']) {
      expect((await shown(`/dog?fields[dog]=name&sort=${sort}`)).data).toHaveLength(1)
    }
  })
})
