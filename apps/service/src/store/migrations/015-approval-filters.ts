import { type Kysely, sql } from 'kysely'

const indexes = `
create index approvals_requester on approvals (environment_id, requester_id, id);
create index approvals_collection on approvals (environment_id, collection_name, id);
create index approvals_action on approvals (environment_id, action_name, id);
create index approvals_created on approvals (environment_id, created_at);
`

/** Adds an index for each filter of the list of approvals. */
export async function addApprovalFilters(db: Kysely<unknown>): Promise<void> {
  await sql.raw(indexes).execute(db)
}
