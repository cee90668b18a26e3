import type { Boot } from '@service/protocol'
import { ApiError } from './api-error.js'
import { type RoleView, viewEntry } from './role-view.js'

/** Why nothing is changed, in the language of the page, from the moment the banner is there. */
export const viewTexts = { refusal: '' }

/** Opens an address with the data as the role of the view sees it. */
export function openRoleView(view: RoleView, address: string): void {
  sessionStorage.setItem(viewEntry, JSON.stringify(view))
  window.location.assign(address)
}

/** Returns to the person's own session, at the same address. */
export function leaveRoleView(): void {
  sessionStorage.removeItem(viewEntry)
  window.location.reload()
}

/** What a request for a code adds, so that the agent's session is the view. */
export function describePreview({ roleId, endsAt }: RoleView): object {
  const seconds = Math.ceil((endsAt - Date.now()) / 1000)
  if (seconds > 0) return { previewRoleId: roleId, previewSeconds: seconds }
  throw refuse()
}

/** The person as a member with the role and the lowest level, for everything that the panel shows or hides. */
export function showAsRole(boot: Boot, { projectId, roleName }: RoleView): Boot {
  const projects = boot.projects.map(project => ({
    ...project,
    permissionLevel: 'user' as const,
    role: project.id === projectId ? roleName : project.role,
  }))
  return { ...boot, projects }
}

/** What belongs to the project is not changed in a view, not even what is the administrator's own. */
export function refuseInView(method: string, path: string): void {
  if (method === 'GET' || !path.startsWith('/api/projects/')) return
  if (!path.endsWith('/agent-codes')) throw refuse()
}

const refuse = () =>
  new ApiError({
    source: 'service',
    status: 403,
    code: 'read_only_view',
    message: viewTexts.refusal,
  })
