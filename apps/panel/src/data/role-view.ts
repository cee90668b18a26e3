import { readPersonId } from './person.js'

/** An administrator sees what a role sees, in this tab, and changes nothing. */
export interface RoleView {
  readonly personId: number | undefined
  readonly projectId: number
  readonly roleId: number
  readonly roleName: string
  /** Milliseconds since 1970. A reload does not extend it. */
  readonly endsAt: number
}

/** The entry of the tab in which its view is stored. */
export const viewEntry = 'panel role view'

/** The view that this page shows. A view begins and ends with a new page, so that nothing of the two mixes. */
export const roleView: RoleView | undefined = readRoleView()

function readRoleView(): RoleView | undefined {
  try {
    const view = JSON.parse(sessionStorage.getItem(viewEntry) ?? 'null') as RoleView | null
    return view && view.personId === readPersonId() ? view : undefined
  } catch {
    return undefined
  }
}

/** What is different in a view; loaded when there is one. */
export const loadViewRules = () => import('./role-view-rules.js')
