import type { ListParameters } from '../list/list-state.js'
import { addDays, findInstant, readLocalTime } from '../text/zone.js'

/** The parts of the list of approvals. */
export const approvalTabs = ['review', 'mine', 'history'] as const
export type ApprovalTab = (typeof approvalTabs)[number]

/** The periods that the list can be limited to, in days including today. */
export const periods = { today: 1, week: 7, month: 30, quarter: 90 } as const
export type Period = keyof typeof periods

/** What an address says about the list of approvals. */
export interface ApprovalsState {
  readonly tab: ApprovalTab
  readonly action?: string
  readonly collection?: string
  /** The id of the person who asked. */
  readonly requester?: number
  readonly period?: Period
}

/**
 * Reads the state of the list from search parameters. What is not known is ignored.
 *
 * @example
 * parseApprovalsState({ tab: 'mine', requester: '3' }) // { tab: 'mine', requester: 3 }
 */
export function parseApprovalsState(parameters: ListParameters): ApprovalsState {
  const { tab, action, collection, requester, period } = parameters as Partial<ListParameters>
  return {
    tab: approvalTabs.find(each => each === tab) ?? 'review',
    ...(action && { action }),
    ...(collection && { collection }),
    ...(requester && /^[1-9]\d{0,14}$/.test(requester) && { requester: Number(requester) }),
    ...(period !== undefined && Object.hasOwn(periods, period) && { period: period as Period }),
  }
}

/**
 * Writes the state of the list as search parameters, the inverse of `parseApprovalsState`.
 *
 * @example
 * formatApprovalsState({ tab: 'review' }) // {}
 */
export function formatApprovalsState(state: ApprovalsState): ListParameters {
  const { tab, action, collection, requester, period } = state
  return {
    ...(tab !== 'review' && { tab }),
    ...(action && { action }),
    ...(collection && { collection }),
    ...(requester !== undefined && { requester: String(requester) }),
    ...(period && { period }),
  }
}

/** Whether the list shows less than its tab has. */
export function hasFilters({ tab: _, ...filters }: ApprovalsState): boolean {
  return Object.values(filters).some(value => value !== undefined)
}

/** The lists of the service. `to-run`: what was approved and has not run. */
export type ApprovalsView = 'to-review' | 'to-run' | 'mine' | 'history'

/** What each tab shows: each list with a heading of its own. */
export const tabViews: Readonly<Record<ApprovalTab, readonly ApprovalsView[]>> = {
  review: ['to-review', 'to-run'],
  mine: ['mine'],
  history: ['history'],
}

/**
 * Builds the parameters of a list for the service. A period begins at midnight in the zone of the person.
 *
 * @example
 * buildApprovalsQuery('mine', { tab: 'mine', action: 'Refund' }, new Date(), 'UTC')
 * // { view: 'mine', actionName: 'Refund' }
 */
export function buildApprovalsQuery(
  view: ApprovalsView,
  { action, collection, requester, period }: ApprovalsState,
  now: Date,
  zone: string,
): Readonly<Record<string, string>> {
  return {
    view,
    ...(action && { actionName: action }),
    ...(collection && { collectionName: collection }),
    ...(requester !== undefined && { requesterId: String(requester) }),
    ...(period && { 'createdAt.gte': findStart(period, now, zone).toISOString() }),
  }
}

function findStart(period: Period, now: Date, zone: string): Date {
  const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 }
  const today = { ...readLocalTime(now, zone), ...midnight }
  return findInstant(addDays(today, 1 - periods[period]), zone)
}
