import { z } from 'zod'
import type { Route } from '../../http/route.js'
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
    description: 'Must return the primary keys of the records of the segment.',
  }),
}

const Segment = z
  .object({ id: z.number().int(), ...fields, updatedAt: Moment })
  .meta({ id: 'Segment' })
type Segment = z.output<typeof Segment>

const ListedSegment = Segment.partial({ query: true }).meta({ id: 'ListedSegment' })

/** How SQL segments are described, stored and listed. */
export const segmentContent: TeamContent<Omit<Segment, 'id' | 'updatedAt'>> = {
  noun: 'segment',
  tag: 'Segments',
  description: 'The members of the team may then list the records that this query selects.',
  Body: z.strictObject(fields),
  ResponseSchema: Segment,
  forMembers: {
    description:
      'For members of the team, and for Editors. Below the level editor, segments have no `query`.',
    ResponseSchema: ListedSegment,
    omitHidden: ({ query, ...rest }) => rest,
  },
  table: 'sql_segments',
  select: db =>
    db
      .selectFrom('sql_segments')
      .select([
        'id',
        'name',
        'collection_name as collectionName',
        'connection_name as connectionName',
        'query',
        'updated_at as updatedAt',
      ])
      .orderBy('collection_name')
      .orderBy('name'),
  toColumns: ({ name, collectionName, connectionName, query }) => ({
    name,
    collection_name: collectionName,
    connection_name: connectionName,
    query,
  }),
}

/** Routes for SQL segments: editors define them, and the members of a team list and run them. */
export const segmentRoutes: readonly Route[] = teamContentRoutes(segmentContent)
