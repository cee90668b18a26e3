/** The tags of the schemas that agents named last, by rendering. */
const tags = new Map<number, string>()
const listeners = new Set<(renderingId: number) => void>()

/** Reports which schema the agent has by now; every response to a signed-in caller says. */
export function reportSchemaTag(renderingId: number, tag: string | null): void {
  if (tag === null || tags.get(renderingId) === tag) return
  tags.set(renderingId, tag)
  for (const listener of listeners) listener(renderingId)
}

export function readSchemaTag(renderingId: number): string | undefined {
  return tags.get(renderingId)
}

/** Calls back when an agent names another schema; the result ends that. */
export function watchSchemaTags(listener: (renderingId: number) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
