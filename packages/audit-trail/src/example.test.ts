import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuditEntry, createAgent, createInProcessService } from '@service/agent'
import { createAuditTrail } from '@service/audit-trail'
import { expect, it } from 'vitest'
import { shop } from './testing/open-audited.js'

it('keeps the history that the documentation shows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'audit-example-'))
  const schemaPath = join(folder, 'schema.json')
  const [authSecret, envSecret] = ['a secret for tests, of 32 characters', '0'.repeat(64)]
  const service = createInProcessService({
    users: [{ id: 7, email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', roleId: 1 }],
    rights: true,
  })
  const connection = `sqlite:${join(folder, 'audit.db')}`

  // #region options
  const agent = createAgent({
    authSecret,
    envSecret,
    service,
    schemaPath,
    loggerLevel: 'Warn',
    auditTrail: createAuditTrail({
      connection, // like 'postgres://user:secret@localhost:5432/audit'
      redact: ['customers.iban'],
      critical: true,
    }),
  })
  // #endregion

  agent.addDataSource(shop())
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  const agentUrl = `http://127.0.0.1:${agent.standaloneServerPort}/service`
  const token = await service.signIn(agentUrl, 7)
  await fetch(`${agentUrl}/orders/1?timezone=UTC`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { attributes: { status: 'paid' } } }),
  })

  // #region history
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${agentUrl}/_audit-trail/orders/1`, { headers })
  const { data } = (await response.json()) as { data: AuditEntry[] }
  // [{ operation: 'update', previousValues: { status: 'draft' }, newValues: { status: 'paid' }, … }]
  // #endregion

  expect(data).toMatchObject([
    {
      operation: 'update',
      previousValues: { status: 'draft' },
      newValues: { status: 'paid' },
      userFirstName: 'Ada',
    },
  ])
  await agent.stop()
  await rm(folder, { recursive: true })
})
