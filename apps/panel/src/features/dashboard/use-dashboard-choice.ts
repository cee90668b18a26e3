import type { Dashboard } from '@service/protocol'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { DashboardChoice } from '../../core/charts/chart-variables.js'
import { formatDashboardChoice, parseDashboardChoice } from '../../core/charts/dashboard-state.js'
import { formatSearch, parseSearch } from '../../core/list/list-state.js'
import { history } from '../../data/history.js'

type ChangeChoice = (change: Partial<DashboardChoice>) => void

/** The range and the filters that the address has, and a way to choose others. */
export function useDashboardChoice(dashboard: Dashboard): readonly [DashboardChoice, ChangeChoice] {
  const search = useSyncExternalStore(history.subscribe, () => history.location.search)
  const choice = useMemo(
    () => parseDashboardChoice(parseSearch(search), dashboard),
    [search, dashboard],
  )
  const change = useCallback<ChangeChoice>(
    part => {
      const { pathname, search: current } = history.location
      const next = { ...parseDashboardChoice(parseSearch(current), dashboard), ...part }
      history.push(pathname + formatSearch(formatDashboardChoice(next, dashboard)))
    },
    [dashboard],
  )
  return [choice, change]
}
