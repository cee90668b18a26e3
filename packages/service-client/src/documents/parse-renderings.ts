import type { LiveQuery, Rendering, RenderingCollection } from '../port/snapshot.js'
import { idAt, type Json, listAt, objectAt, readEach, textAt, type Warn } from './shape.js'

/**
 * Parses `GET /agent-api/permissions/renderings`. Invalid renderings and collections are left out,
 * which denies access to them.
 */
export function parseRenderings(document: unknown, warn: Warn): ReadonlyMap<number, Rendering> {
  const byId = Object.entries(objectAt(document, 'the document'))
  return readEach(
    byId.map(([id, rendering]) => [Number(id), rendering] as const),
    id => `Rendering ${id}`,
    (value, id) => parseRendering(value, id, warn),
    warn,
  )
}

function parseRendering(value: unknown, id: number, warn: Warn): Rendering {
  idAt(id, 'its id')
  const { team, collections, stats } = objectAt(value, 'it')
  const { id: teamId, name } = objectAt(team, "'team'")
  const charts = readEach(
    listAt(stats, "'stats'").entries(),
    index => `Chart ${index + 1} of rendering ${id}`,
    chart => objectAt(chart, 'it'),
    warn,
  )
  return {
    team: { id: idAt(teamId, "'team.id'"), name: textAt(name, "'team.name'") },
    collections: readEach(
      Object.entries(objectAt(collections, "'collections'")),
      collection => `Collection '${collection}' of rendering ${id}`,
      parseCollection,
      warn,
    ),
    charts: [...charts.values()],
  }
}

function parseCollection(value: unknown): RenderingCollection {
  const given = objectAt(value, 'it')
  return {
    scope: given.scope === null ? null : objectAt(given.scope, "'scope'"),
    liveQueries: parseLiveQueries(given),
  }
}

/** Queries that name their connection are more specific, and replace those that do not. */
function parseLiveQueries({ segments, liveQuerySegments }: Json): readonly LiveQuery[] {
  if (liveQuerySegments === undefined || liveQuerySegments === null) {
    return listAt(segments, "'segments'").map(query => ({ query: textAt(query, 'a segment') }))
  }
  return listAt(liveQuerySegments, "'liveQuerySegments'").map(segment => {
    const { query, connectionName, name } = objectAt(segment, 'a segment')
    return {
      query: textAt(query, "'query' of a segment"),
      connectionName: textAt(connectionName, "'connectionName' of a segment"),
      ...(name !== undefined && { name: textAt(name, "'name' of a segment") }),
    }
  })
}
