import type { ReactNode } from 'react'
import { useDashboards } from '../data/use-dashboards.js'

interface NamedDashboardProps {
  readonly id: number
  readonly children: (name: string) => ReactNode
}

/** A dashboard in the navigation; nothing when the team no longer has it. */
export default function NamedDashboard({ id, children }: NamedDashboardProps) {
  const found = useDashboards().data?.find(dashboard => dashboard.id === id)
  return found ? <li className="group">{children(found.name)}</li> : null
}
