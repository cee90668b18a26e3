import { formatAddress } from '../../../core/places/address.js'
import type { Job, JobKind } from '../../../core/settings/job.js'
import { history } from '../../../data/history.js'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'

/** Starts a job of the project and opens it. */
export function useStartJob(): (kind: JobKind, parameters?: object) => Promise<void> {
  const { place, names } = usePlace()
  const path = `/api/projects/${place.project.id}/jobs`
  const start = useServiceChange(
    (kind: JobKind, parameters: object) => request<Job>('POST', path, { kind, parameters }),
    [path],
  )
  return async (kind, parameters = {}) => {
    const { id } = await start(kind, parameters)
    const screen = { kind: 'settings', area: 'jobs', id: String(id) } as const
    history.push(formatAddress({ ...names, screen }))
  }
}
