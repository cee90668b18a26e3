import type { Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import type { Database } from '../../store/schema.js'
import type { Approval, MemberApproval } from './approval.js'
import { toViewer } from './approval-rules.js'
import { noSuchApproval } from './lock-approval.js'
import type { MemberContext } from './member-context.js'
import { readApprovals, readMemberApprovals } from './read-approvals.js'

/** Changes an approval and returns its id. */
type Change = (transaction: Transaction<Database>) => Promise<number>

/** Runs a change and returns the approval as it is afterwards. */
export function changeApproval(
  { deps, environment }: { readonly deps: Deps; readonly environment: { readonly id: number } },
  change: Change,
): Promise<Approval> {
  return changeAndRead(deps, change, (transaction, id) =>
    readApprovals(transaction, environment.id, { id }),
  )
}

/** Runs a change of a member and returns the approval as they see it afterwards. */
export function changeMemberApproval(
  call: MemberContext & { readonly deps: Deps },
  change: Change,
): Promise<MemberApproval> {
  return changeAndRead(call.deps, change, (transaction, id) =>
    readMemberApprovals(transaction, toViewer(call), { id }),
  )
}

function changeAndRead<T>(
  { store }: Deps,
  change: Change,
  read: (transaction: Transaction<Database>, id: number) => Promise<T[]>,
): Promise<T> {
  return store.db.transaction().execute(async transaction => {
    const id = await change(transaction)
    const [approval] = await read(transaction, id)
    if (!approval) throw noSuchApproval(id)
    return approval
  })
}
