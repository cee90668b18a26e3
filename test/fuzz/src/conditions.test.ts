import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Agent, createAgent, createInProcessService } from '@service/agent'
import { createRandom, type TestTable } from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Condition, type ConditionCase, randomCase, randomTables } from './conditions-case.js'
import { type ExpectedResult, evaluateCase } from './conditions-reference.js'
import { memory, type SourceKind, sqlite } from './differential-sources.js'

const WORLDS = chooseRounds(3, 15)
const CASES = 40

const kinds: readonly (readonly [string, () => SourceKind])[] = [
  ['memory', memory],
  ['SQLite', sqlite],
]

describe.each(kinds)('conditions on actions on %s', (_name, start) => {
  let folder: string
  let kind: SourceKind
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fuzz-'))
    kind = start()
  })
  afterAll(async () => {
    await kind.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it(`${WORLDS * CASES} requests from seed ${fuzzSeed} end as a look at each record says`, async () => {
    const seen = { runs: 0, refused: 0, waits: 0 }
    for (let world = 0; world < WORLDS; world++) {
      const random = createRandom(fuzzSeed * 1000 + world)
      const tables = randomTables(random)
      await usingAgent(tables, async ask => {
        for (let count = 0; count < CASES; count++) {
          const asked = randomCase(random)
          const expected = evaluateCase(asked, tables, 'FR')
          const at = `seed ${fuzzSeed}, world ${world}, case ${count}: ${JSON.stringify({ asked, tables: tables.map(table => table.rows) })}`
          expect(await ask(asked), at).toEqual(expected)
          seen[typeof expected === 'string' ? expected : 'waits']++
        }
      })
    }
    // Requests that all end the same way would prove little.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan((WORLDS * CASES) / 20)
  }, 120_000)

  async function usingAgent(
    tables: readonly TestTable[],
    work: (ask: (asked: ConditionCase) => Promise<ExpectedResult>) => Promise<void>,
  ): Promise<void> {
    const opened = await kind.open(tables)
    const service = createInProcessService({
      users: [{ id: 1, email: 'ada@example.com', roleId: 1, tags: { country: 'FR' } }],
      rights: {},
    })
    const agent = createAgent({
      authSecret: 'a secret for tests, of 32 characters',
      envSecret: '0'.repeat(64),
      logger: () => {},
      schemaPath: join(folder, 'schema.json'),
      service,
    }).addDataSource(async () => ({ ...opened.source, close: async () => {} }))
    customize(agent)
    try {
      await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
      const url = `http://127.0.0.1:${agent.standaloneServerPort}/service`
      const token = await service.signIn(url, 1)
      await work(async asked => {
        setRules(asked)
        return readResult(await post(url, token, asked))
      })
    } finally {
      await agent.stop()
      await opened.close()
    }

    function setRules({ scope, buyerScope, trigger, requireApproval, approve }: ConditionCase) {
      const ofRole = (roleId: number, filter: Condition | undefined) =>
        filter ? [{ roleId, filter }] : []
      const Refund = {
        trigger: true,
        triggerConditions: ofRole(1, trigger),
        requireApproval: true,
        requireApprovalConditions: ofRole(1, requireApproval),
        approve: { roles: [3, 2] },
        approveConditions: approve.flatMap((filter, index) => ofRole(index + 2, filter)),
      }
      service.setRights('buyers', { browse: true })
      service.setRights('orders', { browse: true, actions: { Refund } })
      service.setScope(1, 'orders', scope)
      service.setScope(1, 'buyers', buyerScope)
    }
  }
})

function customize(agent: Agent): void {
  agent.customizeCollection('orders', orders =>
    orders.addManyToOneRelation('buyer', 'buyers', { foreignKey: 'buyer_id' }).addAction('Refund', {
      scope: 'Bulk',
      form: [
        { type: 'Number', label: 'Amount' },
        { type: 'String', label: 'Note' },
      ],
      execute: () => undefined,
    }),
  )
}

function post(url: string, token: string, { ids, excluded, values }: ConditionCase) {
  const selection = ids
    ? { ids: ids.map(String) }
    : { ids: [], all_records: true, all_records_ids_excluded: excluded.map(String) }
  return fetch(`${url}/_actions/orders/0/refund?timezone=UTC`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { attributes: { ...selection, values } } }),
  })
}

async function readResult(response: Response): Promise<ExpectedResult> {
  const { errors } = (await response.json()) as {
    errors?: { name: string; data: { roleIdsAllowedToApprove: number[] } }[]
  }
  if (response.ok) return 'runs'
  const [error] = errors ?? []
  if (error?.name === 'CustomActionTriggerForbiddenError') return 'refused'
  if (error?.name === 'CustomActionRequiresApprovalError') {
    return { approvers: error.data.roleIdsAllowedToApprove }
  }
  throw new Error(`Unexpected answer ${response.status}: ${JSON.stringify(errors)}`)
}
