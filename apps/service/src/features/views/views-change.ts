import type { Transaction } from 'kysely'
import type { MemberCall } from '../../http/route.js'
import type { Database, PermissionLevel } from '../../store/schema.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'
import { lockTeam } from '../teams/lock-team.js'
import type { ViewScope } from './read-views.js'

type Call = MemberCall<{ readonly teamId: number }, unknown, unknown>

/** Where views are changed, and by whom. */
interface ViewsChanger {
  readonly project: { readonly id: number }
  readonly environment: { readonly name: string }
  readonly person: ActorPerson
  readonly member: { readonly level: PermissionLevel }
}

/** A change to the views of a team, which stays locked until the transaction ends. */
export interface ViewsChange {
  readonly transaction: Transaction<Database>
  readonly call: ViewsChanger
  readonly scope: ViewScope
  readonly teamName: string
}

/** Runs a change to the views of a team in a transaction. */
export function changeViews<T>(call: Call, run: (change: ViewsChange) => Promise<T>): Promise<T> {
  const { deps, project, environment, person, params } = call
  return deps.store.db.transaction().execute(async transaction => {
    const teamName = await lockTeam(transaction, { projectId: project.id, teamId: params.teamId })
    const scope = { environmentId: environment.id, teamId: params.teamId, personId: person.id }
    return run({ transaction, call, scope, teamName })
  })
}
