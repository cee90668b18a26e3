/**
 * The parameters of a chart written in code: the scalar values of query and body as text; the body
 * takes precedence. Lists, objects and repeated parameters are left out.
 */
export function codeChartParameters(
  query: string,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const parameters = new Map<string, string>()
  const sent = new URLSearchParams(query)
  for (const [name, value] of sent) {
    if (sent.getAll(name).length === 1) parameters.set(name, value)
  }
  for (const [name, value] of Object.entries(body)) {
    const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
    if (isScalar) parameters.set(name, String(value))
  }
  return Object.fromEntries(parameters)
}
