import { withoutPrefix } from '@service/protocol'
import type { ApprovalOutcome, NewApprovalRequest } from '@service/service-client'
import type { NewApproval } from '../test-service/test-approvals.js'
import { readHeader } from './aliases.js'
import { type DocumentName, toDocument, toRendering } from './documents.js'
import { type AgentCall, type AgentRoute, failure, type SandboxAnswer } from './route.js'
import { readSchemaDocument, writeSchemaDocument } from './schema-document.js'

const document =
  (name: DocumentName) =>
  ({ environment, request }: AgentCall): SandboxAnswer => {
    const { announcer } = environment
    // Our agents fetch a changed document immediately; other agents fetch it when they need it.
    if (request.url?.startsWith('/agent-api/')) announcer.expectStream()
    const read = announcer.read(name, request.headers['if-none-match'])
    const headers = { etag: read.document.etag, 'content-type': 'application/json' }
    return read.isHeld
      ? { status: 304, headers: { etag: read.document.etag } }
      : { status: 200, headers, body: read.document.text }
  }

/** The routes that agents call. */
export const agentRoutes: readonly AgentRoute[] = [
  {
    method: 'POST',
    path: '/agent-api/schema/hash-check',
    handleAgent: ({ environment, body }) => {
      const { schemaFileHash } = (body ?? {}) as { schemaFileHash?: string }
      return { status: 200, body: { sendSchema: schemaFileHash !== environment.schemaHash } }
    },
  },
  {
    method: 'POST',
    path: '/agent-api/schema',
    handleAgent: async ({ environment, body }) => {
      const { schema, hash } = readSchemaDocument(body)
      await environment.storeSchema(schema, hash)
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: '/agent-api/schema',
    handleAgent: ({ environment: { schema } }) =>
      schema
        ? { status: 200, body: writeSchemaDocument(schema) }
        : failure(404, 'NotFoundError', 'No agent has sent its schema yet.'),
  },
  {
    method: 'GET',
    path: '/agent-api/permissions/environment',
    handleAgent: document('rights'),
  },
  { method: 'GET', path: '/agent-api/permissions/users', handleAgent: document('users') },
  { method: 'GET', path: '/agent-api/permissions/renderings', handleAgent: document('renderings') },
  {
    method: 'GET',
    path: '/agent-api/permissions/renderings/{renderingId}',
    handleAgent: ({ environment: { service }, params }) => {
      const rendering = service.snapshot.renderings.get(Number(params.renderingId))
      if (!rendering) return failure(404, 'NotFoundError', `No rendering ${params.renderingId}.`)
      const { text, etag } = toDocument(toRendering(rendering))
      return { status: 200, headers: { etag, 'content-type': 'application/json' }, body: text }
    },
  },
  { method: 'GET', path: '/agent-api/ip-rules', handleAgent: document('ipRules') },
  {
    method: 'GET',
    path: '/agent-api/environment',
    handleAgent: ({ environment: { id, signIn }, state: { url } }) => {
      const { agentUrl = null } = signIn
      const attributes = {
        api_endpoint: agentUrl && withoutPrefix(agentUrl),
        agent_url: agentUrl,
        panelOrigins: [url, url.replace('127.0.0.1', 'localhost')],
      }
      return { status: 200, body: { data: { id: String(id), attributes } } }
    },
  },
  {
    method: 'GET',
    path: '/agent-api/model-customizations',
    handleAgent: () => ({ status: 200, body: [] }),
  },
  {
    method: 'GET',
    path: '/agent-api/events',
    handleAgent: ({ environment, request, response }) => {
      environment.announcer.streams.open(request, response)
      return undefined
    },
  },
  {
    method: 'GET',
    path: '/agent-api/renderings/{renderingId}/authorization',
    handleAgent: ({ environment, request, params }) => {
      const token = readHeader(request.headers, 'service-token') ?? ''
      const profile = environment.signIn.profile(token, Number(params.renderingId))
      return profile
        ? { status: 200, body: profile }
        : failure(403, 'ForbiddenError', 'You may not open this rendering.')
    },
  },
  {
    method: 'POST',
    path: '/agent-api/activity-logs',
    handleAgent: async ({ environment: { service }, body }) => {
      const { entries } = body as { entries: Parameters<typeof service.writeActivity>[0] }
      const before = service.activity.length
      await service.writeActivity(entries)
      const written = service.activity.length - before
      return { status: 200, body: { written, repeated: entries.length - written, refused: [] } }
    },
  },
  {
    method: 'POST',
    path: '/agent-api/approval-requests',
    handleAgent: ({ environment: { testApprovals }, body }) => ({
      status: 201,
      body: testApprovals.request(toApproval(body as WireApprovalRequest)),
    }),
  },
  {
    method: 'POST',
    path: '/agent-api/approvals/{approvalId}/claim',
    handleAgent: ({ environment: { claimed }, params }) => {
      const id = Number(params.approvalId)
      if (claimed.has(id)) return failure(409, 'approval_used', 'It was run before.')
      claimed.add(id)
      return { status: 200, body: {} }
    },
  },
  {
    method: 'POST',
    path: '/agent-api/approvals/{approvalId}/result',
    handleAgent: ({ environment: { testApprovals }, params, body }) => {
      testApprovals.report(Number(params.approvalId), body as ApprovalOutcome)
      return { status: 200, body: {} }
    },
  },
]

type WireApprovalRequest = Omit<NewApprovalRequest, 'collection' | 'action'> & {
  readonly collectionName: string
  readonly actionName: string
}

/** Builds the request that the requester of the action would have sent. */
function toApproval(request: WireApprovalRequest): NewApproval {
  const { userId, collectionName, actionName, recordIds, inputs, comment = '' } = request
  const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
  return {
    requesterId: userId,
    collection: collectionName,
    action: actionName,
    message: comment,
    body: { data: { attributes: { ids: recordIds, values } } },
  }
}
