import { createMemoryDataSource } from '@service/datasource-memory'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import { chooseRounds } from '@service/test-support'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenAgent, type OpenOptions, openAgent } from './testing/open-agent.js'

const rounds = chooseRounds(2, 5)
const rows = Array.from({ length: 3000 }, (_, index) => ({ id: index + 1, name: `n${index}` }))

/** A database whose column `name` can be renamed while the agent runs. */
function changingSource() {
  const state = { column: 'name', opened: 0, closed: 0 }
  const open: DataSourceFactory = async (logger, restart) => {
    const id = { type: 'Number', isPrimaryKey: true, isGenerated: true } as const
    const records = rows.map(row => ({ id: row.id, [state.column]: row.name }))
    const columns = { id, [state.column]: 'String' as const }
    const source = await createMemoryDataSource({ people: { columns, records } })(logger, restart)
    state.opened += 1
    let isClosed = false
    const collections = source.collections.map(collection => ({
      ...collection,
      async list(...scan: Parameters<typeof collection.list>) {
        await new Promise(resolve => setTimeout(resolve, 2))
        if (isClosed) throw new Error('The source was closed under a request.')
        return collection.list(...scan)
      },
    }))
    return {
      ...source,
      collections,
      async close() {
        isClosed = true
        state.closed += 1
      },
    }
  }
  return { open, state }
}

let opened: OpenAgent | undefined
afterEach(() => opened?.close())

async function openPeople(options: OpenOptions = {}) {
  const { open, state } = changingSource()
  opened = await openAgent(open, {
    customize: agent =>
      agent.customizeCollection('people', people =>
        people
          .addField('greeting', {
            columnType: 'String',
            dependencies: ['name'],
            getValues: records => records.map(({ name }) => `Hello ${name}`),
          })
          .emulateFieldFiltering('greeting')
          .addSegment('First', { field: 'id', operator: 'LessThan', value: 10 }),
      ),
    ...options,
  })
  return { running: opened, state }
}

/** Clients that send requests one after the other until they are stopped; returns the responses they got. */
function underLoad({ get, send }: OpenAgent) {
  let isDone = false
  const statuses: Record<string, Set<number>> = {}
  const exports: number[] = []
  const filters = encodeURIComponent(
    JSON.stringify({ field: 'greeting', operator: 'equal', value: 'Hello n2900' }),
  )
  const requests: Record<string, () => Promise<{ status: number; text: string }>> = {
    list: () => get('/people?fields[people]=id,greeting&page[size]=15'),
    emulated: () => get(`/people?fields[people]=id&filters=${filters}`),
    segment: () => get('/people/count?segment=First'),
    create: () => send('POST', '/people', { data: { type: 'people', attributes: { name: 'x' } } }),
    export: () => get('/people.csv?fields[people]=id,greeting&header=id,greeting&filename=all'),
  }
  const clients = Object.entries(requests).map(async ([name, ask]) => {
    const met = new Set<number>()
    statuses[name] = met
    while (!isDone) {
      const { status, text } = await ask()
      met.add(status)
      if (name === 'export') exports.push(text.trimEnd().split('\n').length)
    }
  })
  return async () => {
    isDone = true
    await Promise.all(clients)
    return { statuses, exports }
  }
}

describe('hot reload', () => {
  it('drops no request, cuts no export and takes up new customizations', async () => {
    const { running, state } = await openPeople()
    const finish = underLoad(running)
    for (let round = 1; round <= rounds; round++) {
      running.agent.customizeCollection('people', people =>
        people.addSegment(`Round ${round}`, { field: 'id', operator: 'Equal', value: round }),
      )
      await running.agent.restart()
      const { json } = await running.get(`/people?segment=Round ${round}&fields[people]=id`)
      expect(json).toMatchObject({ data: [{ id: String(round) }] })
    }
    const { statuses, exports } = await finish()
    expect(Object.values(statuses)).toEqual(Array.from({ length: 5 }, () => new Set([200])))
    expect(Math.min(...exports)).toBeGreaterThan(rows.length)
    await expect.poll(() => state.closed, { timeout: 5000 }).toBe(rounds)
    expect(state.opened).toBe(rounds + 1)
  }, 60_000)

  it('serves the previous model while a customization fails, says why, and recovers', async () => {
    const errors: unknown[] = []
    const { running, state } = await openPeople({ logger: (_, __, error) => errors.push(error) })
    const finish = underLoad(running)
    state.column = 'title'
    await expect(running.agent.restart()).rejects.toThrow(
      /^addField on 'people': .*'name'.*\n {4}at .*hot-reload\.test\.ts:\d+/s,
    )
    expect(String(errors[0])).toContain("addField on 'people'")
    const greeting = () => running.get('/people/1?fields[people]=greeting')
    expect((await greeting()).text).toContain('Hello n0')
    state.column = 'name'
    await running.agent.restart()
    expect((await greeting()).text).toContain('Hello n0')
    const { statuses } = await finish()
    expect(Object.values(statuses)).toEqual(Array.from({ length: 5 }, () => new Set([200])))
    await expect.poll(() => state.closed, { timeout: 5000 }).toBe(2)
  }, 60_000)
})
