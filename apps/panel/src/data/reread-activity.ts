import type { QueryClient } from '@tanstack/react-query'

/** Agents send what people did to the service a moment later. */
const arrivalMilliseconds = 1500

/** Reads timelines that are on the screen again after a write: at once, and when the service knows of it too. */
export function rereadActivity(client: QueryClient, renderingId: number, collection: string): void {
  const reread = () => client.invalidateQueries({ queryKey: ['activity', renderingId, collection] })
  void reread()
  setTimeout(() => void reread(), arrivalMilliseconds)
}
