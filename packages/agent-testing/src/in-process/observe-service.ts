import type { InProcessService } from '@service/agent'
import type { SchemaFile } from '@service/protocol'
import { decodeJwt } from 'jose'
import { createTestApprovals, type TestApprovals } from '../test-service/test-approvals.js'

/**
 * Stores approval requests; the in-process service signs the approvals and reports how they ended.
 */
export interface InProcessApprovals extends TestApprovals {
  readonly resolveId: (signedId: number) => number
}

export function createInProcessApprovals(service: InProcessService): InProcessApprovals {
  const ids = new Map<number, number>()
  const testApprovals = createTestApprovals(async ({ id, requesterId, body }) => {
    const signed = await service.issueApproval({ requesterId, body })
    ids.set(Number(decodeJwt(signed).jti), id)
    return signed
  })
  return Object.assign(testApprovals, {
    resolveId: (signedId: number) => ids.get(signedId) ?? signedId,
  })
}

/** Wraps a service so that everything the agent sends to it is recorded. */
export function observeService(
  service: InProcessService,
  testApprovals: InProcessApprovals,
  onSchema: (schema: SchemaFile) => void,
): InProcessService {
  return Object.assign(Object.create(service), {
    async sendSchema(schema, hash) {
      const outcome = await service.sendSchema(schema, hash)
      if (outcome === 'sent') onSchema(schema)
      return outcome
    },
    async reportApproval(approvalId, outcome) {
      await service.reportApproval(approvalId, outcome)
      testApprovals.report(testApprovals.resolveId(approvalId), outcome)
    },
  } satisfies Partial<InProcessService>)
}
