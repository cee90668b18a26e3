import { hasLevel } from '../../../core/settings/has-level.js'
import type { Named } from '../../../core/settings/people/member.js'
import { usePlace } from '../../../data/place-context.js'
import { useServiceData } from '../../../data/settings/use-service.js'

interface NamedList {
  readonly data: readonly Named[]
}

interface ProjectParts {
  readonly projectPath: string
  readonly isAdmin: boolean
  /** Undefined until they are known. */
  readonly teams: readonly Named[] | undefined
  /** Undefined until they are known, and for those who may not list them. */
  readonly roles: readonly Named[] | undefined
}

/** What people of the project are given: its roles and teams. */
export function useProjectParts(): ProjectParts {
  const { project } = usePlace().place
  const projectPath = `/api/projects/${project.id}`
  const isAdmin = hasLevel(project.permissionLevel, 'admin')
  const teams = useServiceData<NamedList>(`${projectPath}/teams`)
  const roles = useServiceData<NamedList>(`${projectPath}/roles`, { isNeeded: isAdmin })
  return { projectPath, isAdmin, teams: teams.data?.data, roles: roles.data?.data }
}
