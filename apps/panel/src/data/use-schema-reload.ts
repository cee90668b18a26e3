import { useEffect, useState, useSyncExternalStore } from 'react'
import { createReloadLimit } from '../core/session/reload-limit.js'
import { usePlace } from './place-context.js'
import { readSchemaTag, watchSchemaTags } from './schema-tags.js'
import { useSchema } from './use-schema.js'

/** Reads the schema again when a response of the agent says that it has changed. */
export function useSchemaReload(): void {
  const { renderingId } = usePlace().place.team
  const { data, isFetching, refetch } = useSchema()
  const [mayReload] = useState(() => createReloadLimit(Date.now))
  const tag = useSyncExternalStore(watchSchemaTags, () => readSchemaTag(renderingId))
  const known = data?.tag
  useEffect(() => {
    if (isFetching || tag === undefined || known === undefined || tag === known) return
    if (mayReload(`${renderingId} ${tag}`)) void refetch()
  }, [renderingId, tag, known, isFetching, mayReload, refetch])
}
