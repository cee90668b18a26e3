const mark = '/_charts/'

/** Whether a chart of a team is drawn by this chart of the agent: its route leads there, below any prefix. */
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
