import type { WireRendering, WireRenderingCollection, WireRenderings } from '@service/protocol'
import type { Kysely } from 'kysely'
import type { Database } from '../../../store/schema.js'
import { type DocumentTarget, readStoredActionNames } from './document-target.js'

/** The scopes, segments and charts of every team in an environment, by rendering id. */
export async function buildRenderings(
  db: Kysely<Database>,
  { environmentId }: DocumentTarget,
): Promise<WireRenderings> {
  const renderings = await db
    .selectFrom('renderings')
    .innerJoin('teams', 'teams.id', 'renderings.team_id')
    .select(['renderings.id', 'teams.id as team_id', 'teams.name'])
    .where('renderings.environment_id', '=', environmentId)
    .where('teams.deleted_at', 'is', null)
    .orderBy('renderings.id')
    .execute()
  const actionNames = await readStoredActionNames(db, environmentId)
  const scopes = await db
    .selectFrom('scopes')
    .select(['team_id', 'collection_name', 'condition'])
    .where('environment_id', '=', environmentId)
    .orderBy('collection_name')
    .execute()
  const segments = await db
    .selectFrom('sql_segments')
    .select(['team_id', 'name', 'collection_name', 'connection_name', 'query'])
    .where('environment_id', '=', environmentId)
    .orderBy('id')
    .execute()
  const charts = await db
    .selectFrom('charts')
    .select(['team_id', 'definition'])
    .where('environment_id', '=', environmentId)
    .orderBy('id')
    .execute()
  const ofTeam = <T extends { readonly team_id: number }>(rows: readonly T[], id: number) =>
    rows.filter(row => row.team_id === id)
  return Object.fromEntries(
    renderings.map(({ id, team_id, name }): [number, WireRendering] => [
      id,
      {
        team: { id: team_id, name },
        collections: buildCollections(
          Object.keys(actionNames),
          ofTeam(scopes, team_id),
          ofTeam(segments, team_id),
        ),
        stats: ofTeam(charts, team_id).map(chart => chart.definition),
      },
    ]),
  )
}

interface ScopeRow {
  readonly collection_name: string
  readonly condition: object
}

interface SegmentRow {
  readonly name: string
  readonly collection_name: string
  readonly connection_name: string
  readonly query: string
}

/** The collections of the schema and those named by a scope or a segment. */
function buildCollections(
  known: readonly string[],
  scopes: readonly ScopeRow[],
  segments: readonly SegmentRow[],
): Record<string, WireRenderingCollection> {
  const conditions = new Map(scopes.map(row => [row.collection_name, row.condition]))
  const queried = segments.map(row => row.collection_name)
  const names = [...new Set([...known, ...conditions.keys(), ...queried])].sort()
  return Object.fromEntries(
    names.map(name => {
      const own = segments.filter(row => row.collection_name === name)
      return [
        name,
        {
          scope: conditions.get(name) ?? null,
          segments: own.map(row => row.query),
          liveQuerySegments: own.map(({ name: segment, connection_name, query }) => ({
            connectionName: connection_name,
            query,
            name: segment,
          })),
        },
      ]
    }),
  )
}
