import { sql } from 'kysely'
import { z } from 'zod'
import type { Route } from '../../http/route.js'
import type { Instant } from '../../store/instant.js'
import { CollectionName, Moment, Name, plainText } from '../projects/fields.js'
import type { TeamContent } from '../renderings/change-content.js'
import { teamContentRoutes } from '../renderings/team-content-routes.js'
import { SelectQuery } from './one-select.js'

const fields = {
  name: Name,
  collectionName: CollectionName,
  connectionName: plainText(100).meta({
    description: 'The connection of the agent that runs the query.',
  }),
  query: SelectQuery.meta({
    description: 'Answers the primary keys of the records of the segment.',
  }),
}

const Segment = z
  .object({ id: z.number().int(), ...fields, updatedAt: Moment })
  .meta({ id: 'Segment' })
type Segment = z.output<typeof Segment>

const columns = [
  'id',
  'name',
  'collection_name as collectionName',
  'connection_name as connectionName',
  'query',
  'updated_at as updatedAt',
] as const

const content: TeamContent<Omit<Segment, 'id' | 'updatedAt'>> = {
  noun: 'segment',
  tag: 'Segments',
  description: 'The members of the team may then list the records that this query selects.',
  Body: z.strictObject(fields),
  Answer: Segment,
  list: (db, { environmentId, teamId }) =>
    db
      .selectFrom('sql_segments')
      .select(columns)
      .where('environment_id', '=', environmentId)
      .where('team_id', '=', teamId)
      .orderBy('collection_name')
      .orderBy('name')
      .execute(),
  find: (db, { environmentId, teamId }, id) =>
    db
      .selectFrom('sql_segments')
      .select(columns)
      .where('environment_id', '=', environmentId)
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      .executeTakeFirst(),
  async write(transaction, { environmentId, teamId }, body, id) {
    const values = {
      collection_name: body.collectionName,
      connection_name: body.connectionName,
      name: body.name,
      query: body.query,
    }
    const written =
      id === undefined
        ? transaction
            .insertInto('sql_segments')
            .values({ environment_id: environmentId, team_id: teamId, ...values })
            .returning('id')
        : transaction
            .updateTable('sql_segments')
            .set({ ...values, updated_at: sql<Instant>`clock_timestamp()` })
            .where('environment_id', '=', environmentId)
            .where('id', '=', id)
            .returning('id')
    return (await written.executeTakeFirstOrThrow()).id
  },
  remove: (transaction, { environmentId }, id) =>
    transaction
      .deleteFrom('sql_segments')
      .where('environment_id', '=', environmentId)
      .where('id', '=', id)
      .execute(),
}

/** SQL segments: queries of an editor that the members of a team may run. */
export const segmentRoutes: readonly Route[] = teamContentRoutes(content)
