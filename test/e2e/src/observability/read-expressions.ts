import { readFileSync } from 'node:fs'
import type { SyntaxNodeRef } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'

const folder = new URL('../../../../deploy/observability/', import.meta.url)

/** One expression of a dashboard or an alert. */
export interface Expression {
  /** The file, and the panel or the alert. */
  readonly from: string
  readonly text: string
}

export interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}

const readText = (file: string) => readFileSync(new URL(file, folder), 'utf8')

export function readAlerts(): readonly Alert[] {
  const { groups } = parse(readText('alerts.yml')) as { groups: { rules: Alert[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly gridPos: { readonly x: number; readonly w: number }
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

export const dashboards = ['grafana-agent.json', 'grafana-service.json'] as const

export const readDashboard = (file: string) => JSON.parse(readText(file)) as Dashboard

export function readExpressions(): readonly Expression[] {
  const alerts = readAlerts().map(({ alert, expr }) => ({
    from: `alerts.yml: ${alert}`,
    text: expr,
  }))
  const panels = dashboards.flatMap(file =>
    readDashboard(file).panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ from: `${file}: ${title}`, text: expr })),
    ),
  )
  return [...alerts, ...panels]
}

export interface Used {
  readonly metric: string
  readonly labels: readonly string[]
}

/** The metrics of an expression with the labels they are selected by; throws when it is not PromQL. */
export function parseExpression(text: string): readonly Used[] {
  const used: { metric: string; labels: string[] }[] = []
  parser.parse(text).iterate({
    enter(node: SyntaxNodeRef) {
      const part = text.slice(node.from, node.to)
      if (node.type.isError) throw new Error(`'${part}' at ${node.from} is not PromQL: ${text}`)
      const isMetric = node.name === 'Identifier' && node.node.parent?.name === 'VectorSelector'
      if (isMetric) used.push({ metric: part, labels: [] })
      const isMatched = node.node.parent?.name === 'UnquotedLabelMatcher'
      if (node.name === 'LabelName' && isMatched) used.at(-1)?.labels.push(part)
    },
  })
  return used
}
