import type { Group, Row } from '@service/datasource-toolkit'

/** Runs and reports the plan, the number of rows and the milliseconds. */
export async function measured<T extends Row[] | Group[]>(
  debug: (text: string) => void,
  plan: string,
  run: () => Promise<T>,
): Promise<T> {
  const start = performance.now()
  const rows = await run()
  debug(`${plan}\n  ${rows.length} rows in ${(performance.now() - start).toFixed(1)} ms`)
  return rows
}
