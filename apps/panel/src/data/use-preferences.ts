import type { Boot, Preferences } from '@service/protocol'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.js'
import { patchPreferences } from './service-api.js'
import { bootKey, useBoot } from './use-boot.js'

const none: Preferences = {}
const longestDelay = 15

/**
 * The person's settings. A change shows at once and is stored behind it, in the order of the changes;
 * while the service is away, it is tried again.
 */
export function usePreferences(): {
  readonly preferences: Preferences
  readonly change: (change: Preferences) => void
} {
  const { data } = useBoot()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: patchPreferences,
    scope: { id: 'preferences' },
    retry: (_, error) => isTemporary(error),
    retryDelay: (attempt, error) => 1_000 * chooseDelay(attempt, error),
    onMutate(change: Preferences) {
      client.setQueryData<Boot>(
        bootKey,
        boot => boot && { ...boot, preferences: { ...boot.preferences, ...change } },
      )
    },
  })
  return { preferences: data?.preferences ?? none, change: mutate }
}

function isTemporary(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.retryAfter !== undefined)
}

function chooseDelay(attempt: number, error: Error): number {
  const wanted = error instanceof ApiError ? error.retryAfter : undefined
  return wanted ?? Math.min(2 ** attempt, longestDelay)
}
