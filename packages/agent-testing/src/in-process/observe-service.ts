import type { InProcessService } from '@service/agent'
import type { SchemaFile } from '@service/protocol'
import { decodeJwt } from 'jose'
import { type ApprovalDesk, createApprovalDesk } from '../test-service/approval-desk.js'

/**
 * Stores approval requests; the in-process service signs the approvals and reports how they ended.
 */
export interface InProcessDesk extends ApprovalDesk {
  readonly idOf: (signedId: number) => number
}

export function createInProcessDesk(service: InProcessService): InProcessDesk {
  const ids = new Map<number, number>()
  const desk = createApprovalDesk(async ({ id, requesterId, body }) => {
    const signed = await service.issueApproval({ requesterId, body })
    ids.set(Number(decodeJwt(signed).jti), id)
    return signed
  })
  return Object.assign(desk, { idOf: (signedId: number) => ids.get(signedId) ?? signedId })
}

/** Wraps a service so that everything the agent sends to it is recorded. */
export function observeService(
  service: InProcessService,
  desk: InProcessDesk,
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
      desk.report(desk.idOf(approvalId), outcome)
    },
  } satisfies Partial<InProcessService>)
}
