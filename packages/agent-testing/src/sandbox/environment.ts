import { isDeepStrictEqual } from 'node:util'
import type { SchemaFile } from '@service/protocol'
import { createInProcessService, type InProcessService } from '@service/service-client'
import { SignJWT } from 'jose'
import { createOverrides } from '../test-service/overrides.js'
import {
  createTestApprovals,
  type RecordedApproval,
  type TestApprovals,
} from '../test-service/test-approvals.js'
import {
  createTestService,
  type RecordedRequest,
  type TestService,
} from '../test-service/test-service.js'
import { type Announcer, createAnnouncer } from './announce.js'
import { createGrants, type Grants } from './grants.js'
import type { SandboxKeys } from './keys.js'
import { createSignIn, type SignIn } from './sign-in.js'

/** The state of one environment in the sandbox. */
export interface Environment {
  readonly id: number
  readonly service: InProcessService
  readonly testService: TestService
  readonly announcer: Announcer
  readonly testApprovals: TestApprovals
  readonly signIn: SignIn
  readonly grants: Grants
  readonly requests: RecordedRequest[]
  /** Ids of approvals that an agent has claimed. */
  readonly claimed: Set<number>
  readonly schema: SchemaFile | undefined
  readonly schemaHash: string | undefined
  /** Stores a schema that an agent uploaded, or the schema file it wrote. */
  storeSchema(schema: SchemaFile, hash?: string): Promise<void>
}

const approvalLifetime = 600

export interface EnvironmentSettings {
  readonly id: number
  readonly issuer: string
  readonly keys: SandboxKeys
  readonly agentUrl?: string
}

/** Creates an environment with one user who may do everything, in one team. */
export function createEnvironment(settings: EnvironmentSettings): Environment {
  const { id, issuer, keys } = settings
  const service = createInProcessService({
    users: [
      {
        id: 1,
        email: 'admin@example.com',
        firstName: 'Test',
        lastName: 'Admin',
        permissionLevel: 'admin',
        roleId: 1,
      },
    ],
    roles: { 1: 'Admin' },
    rights: true,
  })
  const schemas: SchemaFile[] = []
  const announcer = createAnnouncer(service, () => schemas.at(-1))
  const requests: RecordedRequest[] = []
  const overrides = createOverrides(service, () => schemas.at(-1))
  const testApprovals = createTestApprovals(approval => signApproval(approval, id, issuer, keys))
  const signIn = createSignIn({ ...settings, service })
  let hash: string | undefined
  return {
    id,
    service,
    announcer,
    testApprovals,
    requests,
    claimed: new Set(),
    signIn,
    grants: createGrants({ inProcessMcp: service.mcp, keys, signIn, streams: announcer.streams }),
    testService: createTestService({
      service,
      testApprovals,
      overrides,
      schemas,
      requests,
      settle: announcer.settle,
    }),
    get schema() {
      return schemas.at(-1)
    },
    get schemaHash() {
      return hash
    },
    async storeSchema(schema, newHash) {
      if (newHash !== undefined) hash = newHash
      if (!isDeepStrictEqual(schemas.at(-1), schema)) schemas.push(schema)
      await service.sendSchema(schema, JSON.stringify(schema))
      overrides.refresh()
      void announcer.settle()
    },
  }
}

function signApproval(
  { id, requesterId, body }: RecordedApproval,
  environmentId: number,
  issuer: string,
  keys: SandboxKeys,
): Promise<string> {
  const { data } = body as { readonly data: { readonly attributes: object } }
  const attributes = { ...data.attributes, requester_id: requesterId }
  const claims = { body: { data: { ...data, attributes } } }
  const token = new SignJWT(claims)
    .setJti(String(id))
    .setIssuer(issuer)
    .setAudience(`approval:${environmentId}`)
    .setExpirationTime(Math.floor(Date.now() / 1000) + approvalLifetime)
  return keys.sign('EdDSA', token, 'approval+jwt')
}
