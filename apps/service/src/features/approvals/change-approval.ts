import type { Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import type { Database } from '../../store/schema.js'
import type { Approval } from './approval.js'
import { noSuchApproval } from './lock-approval.js'
import { readApprovals } from './read-approvals.js'

/** Runs a change that returns the id of an approval, and returns the approval as it is afterwards. */
export function changeApproval(
  { deps, environment }: { readonly deps: Deps; readonly environment: { readonly id: number } },
  run: (transaction: Transaction<Database>) => Promise<number>,
): Promise<Approval> {
  return deps.store.db.transaction().execute(async transaction => {
    const id = await run(transaction)
    const [approval] = await readApprovals(transaction, { environmentId: environment.id, id })
    if (!approval) throw noSuchApproval(id)
    return approval
  })
}
