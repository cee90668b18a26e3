import type { Transaction } from 'kysely'
import type { MemberCall } from '../../http/route.js'
import type { Database } from '../../store/schema.js'
import { lockTeam } from '../teams/lock-team.js'
import type { ViewScope } from './read-views.js'

type Call = MemberCall<{ readonly teamId: number }, unknown, unknown>

/** A change to the views of a team, which stays locked until the transaction ends. */
export interface ViewsChange {
  readonly transaction: Transaction<Database>
  readonly call: Call
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
