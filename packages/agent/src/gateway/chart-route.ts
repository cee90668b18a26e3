const mark = '/_charts/'

/** Whether the route of a team's chart is that of this code chart, below any prefix. */
export function leadsToChart(chart: object, name: string): boolean {
  const { apiRoute, smartRoute } = chart as Readonly<Record<string, unknown>>
  return [apiRoute, smartRoute].some(route => chartNamed(route) === name)
}

function chartNamed(route: unknown): string | undefined {
  if (typeof route !== 'string') return undefined
  const path = route.split(/[?#]/, 1)[0]!
  const start = path.lastIndexOf(mark)
  if (start < 0) return undefined
  try {
    return decodeURIComponent(path.slice(start + mark.length))
  } catch {
    return undefined
  }
}
