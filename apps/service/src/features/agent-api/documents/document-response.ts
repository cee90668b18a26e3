import { matchesEtag } from '@service/http'
import type { Kysely } from 'kysely'
import type { AgentCall } from '../../../http/route.js'
import type { Database } from '../../../store/schema.js'
import { type Feed, readFeed } from '../read-feed.js'
import type { DocumentTarget } from './document-target.js'

/** A document that agents request: which events change it, and how it is built. */
export interface DocumentKind {
  readonly name: string
  readonly changedBy: Exclude<keyof Feed, 'epoch' | 'lastSeq'>
  /** Reads everything from the store, so the document is never older than the requested version. */
  build(db: Kysely<Database>, target: DocumentTarget): Promise<unknown>
}

type AnyAgentCall = AgentCall<unknown, unknown, unknown>

/**
 * Responds with a document, or with 304 when the agent has it. An unchanged document costs one small query.
 */
export async function respondWithDocument(
  { deps, project, environment, request }: AnyAgentCall,
  { name, changedBy, build }: DocumentKind,
): Promise<Response> {
  const { db } = deps.store
  const feed = await readFeed(db, environment.id)
  const { text, etag } = await deps.documents.read(
    `${environment.id} ${name}`,
    `${feed.epoch} ${feed[changedBy]}`,
    () => build(db, { projectId: project.id, environmentId: environment.id }),
  )
  const headers = { ETag: etag }
  if (matchesEtag(request.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  return new Response(text, {
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
  })
}
