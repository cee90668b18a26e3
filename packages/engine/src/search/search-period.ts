import type { Call } from '@service/datasource-toolkit'
import { dateInterval, zoneOffsets } from '@service/datasource-toolkit'

/** The first day of a period and of the next one: `2024`, `2024-5` or `2024-05-31`. */
export function periodDays(text: string, call: Call): readonly [string, string] | undefined {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text)
  if (!match) return undefined
  const [year, month, day] = match.slice(1).map(part => (part ? Number(part) : undefined))
  if (year === undefined || year < 1800 || year > call.now.getUTCFullYear() + 100) return undefined
  const start = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1))
  if (start.getUTCMonth() !== (month ?? 1) - 1 || start.getUTCDate() !== (day ?? 1))
    return undefined
  const end = new Date(start)
  if (day !== undefined) end.setUTCDate(day + 1)
  else if (month !== undefined) end.setUTCMonth(month)
  else end.setUTCFullYear(year + 1)
  return [start.toISOString().slice(0, 10), end.toISOString().slice(0, 10)]
}

/** The first instant of a day where the caller is. */
export function startOfDay(day: string, { timezone }: Call): string {
  const noon = new Date(`${day}T12:00:00.000Z`)
  const offset = zoneOffsets(timezone, noon, noon)[0]?.offsetSeconds ?? 0
  const localNoon = new Date(noon.getTime() - offset * 1000)
  return dateInterval('Today', undefined, { timezone, now: localNoon }, 'Date').start
}
