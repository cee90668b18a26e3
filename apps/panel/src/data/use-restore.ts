import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  buildRestore,
  type RestoreChoice,
  type Restored,
  readRestored,
} from '../core/timeline/restore.js'
import { usePlace } from './place-context.js'
import { rereadActivity } from './reread-activity.js'

/** Restores earlier values of a record. */
export interface Restore {
  /** What would be restored; undefined when the agent knows of no change. */
  readonly preview: (choice: RestoreChoice) => Promise<Restored | undefined>
  /** Restores what the preview showed, except what changed since. */
  readonly restore: (
    choice: RestoreChoice,
    preview: Restored['record'],
  ) => Promise<Restored | undefined>
  /** Takes back what a request changed. */
  readonly revert: (correlationKey: string) => Promise<Restored | undefined>
}

export function useRestore(collection: string, id: string): Restore {
  const { agent, place } = usePlace()
  const client = useQueryClient()
  const { renderingId } = place.team
  return useMemo(() => {
    const record = { collection, id }
    const send = async (choice: RestoreChoice, preview: Pick<Restored['record'], 'changes'>) => {
      const response = readRestored(await agent.write(buildRestore(record, choice, preview)))
      for (const queryKey of [
        ['record', renderingId, collection, id],
        ['records', renderingId, collection],
      ]) {
        void client.invalidateQueries({ queryKey })
      }
      rereadActivity(client, renderingId, collection)
      return response
    }
    return {
      preview: async choice =>
        readRestored(await agent.write(buildRestore(record, choice, undefined))),
      restore: send,
      async revert(correlationKey) {
        const choice = { kind: 'revert', correlationKey } as const
        const known = readRestored(await agent.write(buildRestore(record, choice, undefined)))
        return known?.record.operation === 'none' ? known : known && send(choice, known.record)
      },
    }
  }, [agent, client, renderingId, collection, id])
}
