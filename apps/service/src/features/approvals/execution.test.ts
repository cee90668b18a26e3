import { createLocalJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { finishApprovals } from '../../maintenance/maintain.js'
import { rotateKey } from '../../secrets/signing-keys.js'
import {
  type ApprovalsWorld,
  refund,
  startApprovalsWorld,
  type Who,
} from '../../testing/approvals-world.js'
import { ask } from '../../testing/ask.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'

onEachStoreInLongRuns('an approved action', url => {
  let world: ApprovalsWorld
  beforeAll(async () => {
    world = await startApprovalsWorld(url)
  })
  afterAll(() => world?.stop())

  const sign = (who: Who, id: number) => world.send(who, 'POST', `/${id}/execution`)
  const trySigning = async (who: Who, id: number) => {
    const { status, body } = await sign(who, id)
    return status === 200 ? 'signed' : body.code
  }

  /** What an agent makes of a signed request: as the wire says, and nothing more lenient. */
  const read = async (signed: string, environmentId = world.project.environment.id) => {
    const { body } = await ask(world.service.url, 'GET', '/oidc/jwks')
    return jwtVerify(signed, createLocalJWKSet(body), {
      algorithms: ['EdDSA'],
      typ: 'approval+jwt',
      issuer: `${world.service.url}/oidc`,
      audience: `approval:${environmentId}`,
      requiredClaims: ['exp', 'iat', 'jti'],
    })
  }

  it('is signed for ten minutes, with all that was asked for and by whom', async () => {
    const id = await world.approved()
    const { status, body } = await sign('head', id)
    expect(status).toBe(200)
    const { payload } = await read(body.signedRequest)
    expect(payload).toMatchObject({
      jti: String(id),
      body: {
        data: {
          type: 'custom-action-requests',
          attributes: {
            collection_name: 'orders',
            action_name: 'Refund',
            ids: ['42'],
            values: { Amount: 10 },
            requester_id: world.people.clerk.id,
          },
        },
      },
    } satisfies JWTPayload)
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
    expect(Date.parse(body.expiresAt)).toBe((payload.exp ?? 0) * 1000)
  })

  it('is nothing to an agent of another environment', async () => {
    const { body } = await sign('head', await world.approved())
    await expect(read(body.signedRequest, 999_999)).rejects.toThrow('unexpected "aud"')
  })

  it('cannot be signed by who holds the secret of an environment, nor pass for an id token', async () => {
    const { environment } = world.project
    const forged = await new SignJWT({ jti: '1', body: {} })
      .setProtectedHeader({ alg: 'HS256', typ: 'approval+jwt' })
      .setAudience(`approval:${environment.id}`)
      .setIssuer(`${world.service.url}/oidc`)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(Buffer.from(environment.secret))
    await expect(read(forged)).rejects.toThrow()
    const { body } = await sign('head', await world.approved())
    const { keys } = (await ask(world.service.url, 'GET', '/oidc/jwks')).body
    const { kid } = decodeProtectedHeader(body.signedRequest)
    expect(keys.find((key: { kid: string }) => key.kid === kid).alg).toBe('EdDSA')
  })

  it('is signed for those alone who may approve it now', async () => {
    const id = await world.approved()
    expect(await trySigning('clerk', id)).toBe('approval_not_allowed')
    expect(await trySigning('admin', id)).toBe('approval_not_allowed')
    expect(await trySigning('bystander', id)).toBe('not_found')
    expect(await trySigning('chief', id)).toBe('signed')
    await world.setRights(world.roles.head, { approve: false, trigger: true })
    expect(await trySigning('head', id)).toBe('not_found')
    await world.setRights(world.roles.head, { approve: true })
    expect(await trySigning('head', id)).toBe('signed')
  })

  it('that somebody asked for is signed for them only with the right to approve their own', async () => {
    const id = await world.approved('chief')
    expect(await trySigning('chief', id)).toBe('signed')
    await world.setRights(world.roles.chief, { trigger: true, approve: true })
    expect(await trySigning('chief', id)).toBe('approval_not_allowed')
    await world.setRights(world.roles.chief, { trigger: true, approve: true, selfApprove: true })
  })

  it('must be approved, and not taken', async () => {
    const id = await world.request()
    expect(await trySigning('head', id)).toBe('wrong_state')
    await world.send('head', 'POST', `/${id}/reject`, {})
    expect(await trySigning('head', id)).toBe('wrong_state')
    const taken = await world.approved()
    await world.claim(taken)
    expect(await trySigning('head', taken)).toBe('approval_used')
    await world.report(taken, { status: 'failed', failure: 'no' })
    expect(await trySigning('head', taken)).toBe('approval_used')
  })

  it('is taken once: of many agents at the same moment one gets it, and no other later', async () => {
    const id = await world.approved()
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.claim(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
      Array(7).fill('approval_used'),
    )
    await world.report(id, { status: 'executed' })
    expect((await world.claim(id)).body.code).toBe('approval_used')
    const steps = (await world.adminLogs(id)).map(
      (log: { newValue: { status: string } }) => log.newValue.status,
    )
    expect(steps).toEqual(['executed', 'claimed', 'approved', 'pending'])
  })

  it('is taken neither before its approval nor by the agent of another environment', async () => {
    const id = await world.request()
    expect((await world.claim(id)).body.code).toBe('wrong_state')
    await world.send('head', 'POST', `/${id}/approve`, {})
    const other = await world.seed.project()
    expect((await world.claim(id, other.environment.secret)).status).toBe(404)
    expect((await world.claim(id, 'f'.repeat(64))).status).toBe(401)
    expect((await world.claim(id)).status).toBe(200)
  })

  it('that no agent finished within an hour has failed, with a reason, and takes no result any more', async () => {
    const [late, early] = [await world.approved(), await world.approved()]
    await world.claim(late)
    await world.claim(early)
    await world.db
      .updateTable('approvals')
      .set({ claimed_at: sql<string>`clock_timestamp() - interval '61 minutes'` })
      .where('id', '=', late)
      .execute()
    await finishApprovals(world.service.deps)
    expect((await world.send('clerk', 'GET', `/${late}`)).body).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('No agent reported a result within an hour.'),
    })
    expect((await world.send('clerk', 'GET', `/${early}`)).body.status).toBe('claimed')
    expect((await world.actions()).at(-1)).toMatchObject({
      action: 'markApprovalAsFailed',
      user_id: world.people.head.id,
    })
    expect((await world.report(late, { status: 'executed' })).body.code).toBe('wrong_state')
  })

  it('signed before the keys were replaced is still good', async () => {
    const { body } = await sign('head', await world.approved())
    await rotateKey(world.db, world.service.deps.secrets, 'approval')
    await expect(read(body.signedRequest)).resolves.toBeDefined()
    const next = await sign('head', await world.approved())
    await expect(read(next.body.signedRequest)).resolves.toBeDefined()
  })

  describe('asked for as JSON:API, in the other spelling', () => {
    const attributes = {
      status: null,
      action_name: refund.actionName,
      collection_name: refund.collectionName,
      record_ids: refund.recordIds,
      inputs: refund.inputs,
    }
    const rendering = async () =>
      String(
        (
          await world.db
            .selectFrom('renderings')
            .select('id')
            .where('environment_id', '=', world.project.environment.id)
            .executeTakeFirstOrThrow()
        ).id,
      )
    const post = async (
      who: Who,
      { path = '', sent = attributes as object, header = 'forest-rendering-id', id = '' } = {},
    ) =>
      ask(world.service.url, 'POST', `/api/action-approvals${path}`, {
        headers: { ...world.as[who], [header]: id || (await rendering()) },
        body: { data: { type: 'action-approvals', attributes: sent } },
      })

    it('is the same request, and can be commented', async () => {
      const { status, body } = await post('clerk')
      expect([status, body.data.attributes.status]).toEqual([201, 'pending'])
      const sent = { comment: 'why' }
      const commented = await post('clerk', { path: `/${body.data.id}/comments`, sent })
      expect(commented.status).toBe(201)
      expect((await world.send('head', 'GET', `/${body.data.id}`)).body).toMatchObject({
        ...refund,
        requester: world.people.clerk,
        comments: [{ comment: 'why' }],
      })
    })

    it('is refused with a list of errors', async () => {
      const other = await world.seed.project()
      const [foreign] = await world.db
        .selectFrom('renderings')
        .select('id')
        .where('environment_id', '=', other.environment.id)
        .execute()
      const refusals = await Promise.all([
        post('bystander'),
        post('clerk', { sent: { ...attributes, status: 'approved' } }),
        post('clerk', { header: 'x-nothing' }),
        post('clerk', { id: String(foreign?.id) }),
        post('clerk', { id: '999999999' }),
      ])
      expect(refusals.map(({ status, body }) => [status, body.errors[0].name])).toEqual([
        [403, 'ForbiddenError'],
        [400, 'InvalidRequestError'],
        [400, 'InvalidRequestError'],
        [404, 'NotFoundError'],
        [404, 'NotFoundError'],
      ])
    })
  })
})

describe.skipIf(!inject('postgresUrl'))('an approved action, with two instances', () => {
  it('is taken once over both, and signed by one is read with the keys of the other', async () => {
    const world = await startApprovalsWorld(inject('postgresUrl'))
    const sibling = await world.service.startSibling()
    try {
      const id = await world.approved()
      const { signedRequest } = (await world.send('head', 'POST', `/${id}/execution`)).body
      const { body } = await ask(sibling.url, 'GET', '/oidc/jwks')
      await expect(jwtVerify(signedRequest, createLocalJWKSet(body))).resolves.toBeDefined()
      const answers = await Promise.all(
        [world.service.url, sibling.url, world.service.url, sibling.url].map(at =>
          world.claim(id, undefined, at),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    } finally {
      await sibling.stop()
      await world.stop()
    }
  })
})
