import type { Store } from '../../../../../apps/service/src/store/open-store.js'
import type { ApprovalsWorld } from '../../../../../apps/service/src/testing/approvals-world.js'
import type { Acknowledged } from './create-load.js'

/** What was acknowledged and is not there, is there twice, or was decided twice. */
export async function findLosses(
  { db }: Store,
  project: ApprovalsWorld['project'],
  acknowledged: Acknowledged,
): Promise<readonly string[]> {
  const [notes, entries, tokens, approvals, adminLogs] = await Promise.all([
    db
      .selectFrom('notes')
      .select(['id', 'title'])
      .where('environment_id', '=', project.environment.id)
      .execute(),
    db
      .selectFrom('activity_logs')
      .select('label')
      .where('environment_id', '=', project.environment.id)
      .execute(),
    db.selectFrom('api_tokens').select('id').execute(),
    db.selectFrom('approvals').select(['id', 'status']).execute(),
    db
      .selectFrom('admin_logs')
      .select(['resource', 'type', 'new_value'])
      .where('project_id', '=', project.id)
      .execute(),
  ])
  const titles = notes.map(({ title }) => title)
  const labels = entries.map(({ label }) => label).filter(label => label?.startsWith('entry-'))
  const tokenIds = new Set(tokens.map(({ id }) => id))
  const statuses = new Map<number, string>(approvals.map(({ id, status }) => [id, status]))
  const logged = (
    resource: string,
    isWanted: (value: { id: number; status?: string }) => boolean,
  ) => adminLogs.filter(log => log.resource === resource && isWanted(readValue(log.new_value)))
  const isDecision = ({ status }: { status?: string }) =>
    status === 'approved' || status === 'rejected'
  const decided = logged('approval', isDecision).map(({ new_value }) => readValue(new_value).id)
  const createdTokens = new Set(logged('token', () => true).map(log => readValue(log.new_value).id))
  return [
    ...listMissing(acknowledged.notes.values(), new Set(titles)).map(each => `${each} is lost`),
    ...listRepeated(titles).map(each => `${each} was written twice`),
    ...listMissing(acknowledged.entries, new Set(labels)).map(each => `${each} is lost`),
    ...listRepeated(labels).map(each => `${each} was written twice`),
    ...listMissing(acknowledged.tokens, tokenIds).map(id => `token ${id} is lost`),
    ...listMissing(acknowledged.tokens, createdTokens).map(id => `token ${id} is not in the log`),
    ...listMissing(acknowledged.approvals, new Set(statuses.keys())).map(
      id => `approval ${id} is lost`,
    ),
    ...listRepeated(decided).map(id => `approval ${id} was decided twice in the log`),
    ...[...acknowledged.decisions].flatMap(([id, decisions]) =>
      decisions.length === 1 && statuses.get(id) === decisions[0]
        ? []
        : [`approval ${id} is ${statuses.get(id)} after ${decisions.join(' and ')}`],
    ),
  ]
}

const readValue = (value: unknown): { id: number; status?: string } =>
  (typeof value === 'string' ? JSON.parse(value) : (value ?? {})) as { id: number }

const listMissing = <T>(wanted: Iterable<T>, found: ReadonlySet<unknown>): readonly T[] =>
  [...wanted].filter(each => !found.has(each))

const listRepeated = <T>(values: readonly T[]): readonly T[] => {
  const seen = new Set<T>()
  return values.filter(value => seen.size === seen.add(value).size)
}

/** The orders whose creation is not in the activity log, or is there twice. */
export async function findUnlogged(
  { db }: Store,
  project: ApprovalsWorld['project'],
  created: ReadonlySet<string>,
): Promise<readonly string[]> {
  const entries = await db
    .selectFrom('activity_logs')
    .select('record_ids')
    .where('environment_id', '=', project.environment.id)
    .where('action', '=', 'create')
    .execute()
  const logged = entries.flatMap(({ record_ids }) => record_ids)
  return [
    ...listMissing(created, new Set(logged)).map(id => `order ${id} is not in the log`),
    ...listRepeated(logged).map(id => `order ${id} is in the log twice`),
  ]
}
