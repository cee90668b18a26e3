import { useMemo } from 'react'
import type { LogPlace } from '../../../core/logs/log-command.js'
import { basePath } from '../../../core/places/base-path.js'
import { usePlace } from '../../../data/place-context.js'

/** Where the public API has the logs of the place. */
export function useLogPlace(): LogPlace {
  const { project, environment } = usePlace().place
  return useMemo(
    () => ({
      origin: window.location.origin + basePath,
      projectName: project.name,
      environmentName: environment.name,
    }),
    [project.name, environment.name],
  )
}
