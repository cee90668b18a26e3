import type { Kysely } from 'kysely'
import type { AgentCall } from '../../../http/route.js'
import type { Database } from '../../../store/schema.js'
import { type Feed, readFeed } from '../read-feed.js'
import type { DocumentTarget } from './document-target.js'

/** A document agents ask for: which events change it, and how it is made. */
export interface DocumentKind {
  readonly name: string
  readonly changedBy: Exclude<keyof Feed, 'epoch' | 'lastSeq'>
  /** Reads everything anew, so that what it makes is never older than the version it was asked for. */
  build(db: Kysely<Database>, target: DocumentTarget): Promise<unknown>
}

type AnyAgentCall = AgentCall<unknown, unknown, unknown>

/** Answers a document, or 304 when the agent has it. Unchanged documents cost one small query. */
export async function answerDocument(
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
  if (hasTag(request.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  return new Response(text, {
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
  })
}

/** Compared weakly: a proxy that compresses answers weakens their tags. */
function hasTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some(part => {
    const tag = part.trim()
    return tag === '*' || tag.replace(/^W\//, '') === etag
  })
}
