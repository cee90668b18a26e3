import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { NotFoundError } from '../../errors.js'
import type { MemberCall } from '../../http/route.js'
import type { Database } from '../../store/schema.js'
import { type ActorPerson, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { refuseTakenName } from '../projects/refuse-taken-name.js'
import { lockTeam } from '../teams/lock-team.js'
import {
  type ContentRows,
  findRow,
  removeRow,
  type TeamEnvironment,
  writeRow,
} from './content-rows.js'

interface StoredContent {
  readonly id: number
  readonly updatedAt: string
}

/** A kind of content that a team sees in an environment: SQL segments or charts. */
export interface TeamContent<Body extends object> extends ContentRows<Body, Body & StoredContent> {
  readonly noun: 'segment' | 'chart'
  readonly tag: string
  readonly description: string
  readonly Body: z.ZodType<Body>
  readonly ResponseSchema: z.ZodType<Body & StoredContent>
  /** How members of the team below the level editor may list it. Absent: they may not. */
  readonly forMembers?: MemberContent<Body>
  /** Throws when the item cannot be deleted. */
  readonly removal?: ContentRemoval
}

/** What can prevent the deletion of an item. */
interface ContentRemoval {
  readonly errors: Readonly<Record<string, string>>
  check(change: Change, id: number): Promise<void>
}

/** What members see of content: not the parts that only its editors need. */
interface MemberContent<Body extends object> {
  readonly description: string
  readonly ResponseSchema: z.ZodType<object>
  omitHidden(item: Body & StoredContent): object
}

type Call = MemberCall<Readonly<Record<string, number>>, undefined, unknown>

/** A change to the content of a team, which stays locked until the transaction ends. */
export interface Change {
  readonly transaction: Transaction<Database>
  readonly call: {
    readonly project: { readonly id: number }
    readonly environment: { readonly name: string }
    readonly person: ActorPerson
  }
  readonly teamEnvironment: TeamEnvironment
  readonly teamName: string
}

/** Runs a change to the content of a team in a transaction. */
export function inTransaction<T>(call: Call, run: (change: Change) => Promise<T>): Promise<T> {
  const teamId = call.params.teamId ?? 0
  return call.deps.store.db.transaction().execute(async transaction => {
    const teamName = await lockTeam(transaction, { projectId: call.project.id, teamId })
    return run({
      transaction,
      call,
      teamEnvironment: { environmentId: call.environment.id, teamId },
      teamName,
    })
  })
}

/** Creates an item, or replaces the one with this id. */
export async function writeContent<Body extends object>(
  content: TeamContent<Body>,
  change: Change,
  body: Body,
  id?: number,
): Promise<Body & StoredContent> {
  const { transaction, teamEnvironment } = change
  const before = id === undefined ? undefined : await findOne(content, change, id)
  if (before && isDeepStrictEqual(omitMetadata(before), body)) return before
  const written = await refuseTakenName(
    content.noun,
    writeRow(content, transaction, teamEnvironment, body, id),
  )
  const after = await findOne(content, change, written)
  await log(content, change, before, after)
  return after
}

/** Deletes an item. */
export async function removeContent<Body extends object>(
  content: TeamContent<Body>,
  change: Change,
  id: number,
): Promise<void> {
  const before = await findOne(content, change, id)
  await content.removal?.check(change, id)
  await removeRow(content, change.transaction, change.teamEnvironment, id)
  await log(content, change, before, undefined)
}

async function findOne<Body extends object>(
  content: TeamContent<Body>,
  { transaction, teamEnvironment }: Change,
  id: number,
): Promise<Body & StoredContent> {
  const found = await findRow(content, transaction, teamEnvironment, id)
  if (!found) throw new NotFoundError(`The team has no such ${content.noun} in this environment.`)
  return found
}

function omitMetadata<Body extends object>({
  id,
  updatedAt,
  ...body
}: Body & StoredContent): object {
  return body
}

function log<Body extends object>(
  { noun }: TeamContent<Body>,
  { transaction, call, teamName }: Change,
  before: (Body & StoredContent) | undefined,
  after: (Body & StoredContent) | undefined,
): Promise<void> {
  const value = (thing: Body & StoredContent) => ({
    team: { object: 'team', name: teamName },
    environment: { object: 'environment', name: call.environment.name },
    ...omitMetadata(thing),
  })
  return writeAdminLog(transaction, {
    projectId: call.project.id,
    actor: { initiator: 'administrator', person: call.person },
    type: before ? (after ? 'update' : 'remove') : 'add',
    resource: noun,
    ...(before && { previousValue: value(before) }),
    ...(after && { newValue: value(after) }),
  })
}
