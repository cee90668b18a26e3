import { query } from './database.js'

export type Chart = (timezone: string) => Promise<string>

/** Sum of totals per month: the plain query. */
export const chartByTruncation: Chart = async timezone => {
  assertKnown(timezone)
  // The session itself runs in UTC.
  const time = timezone === 'UTC' ? 'ordered_at' : local('ordered_at', timezone)
  const rows = await query(
    `chart-${timezone}`,
    `select to_char(m, 'YYYY-MM-DD') as label, value from (
      select date_trunc('month', ${time}) as m, sum(total)::float8 as value
      from orders where ordered_at is not null group by 1) x order by m`,
  )
  return chartBody(rows.map(row => ({ label: row.label, values: { value: row.value } })))
}

/** Month boundaries first, then each row placed by binary search: no time zone work per row. */
export const chartByBuckets: Chart = async timezone => {
  assertKnown(timezone)
  const months = `generate_series(
    (select date_trunc('month', ${local('min(ordered_at)', timezone)}) from orders),
    (select ${local('max(ordered_at)', timezone)} from orders), interval '1 month') d`
  const [bounds] = await query(
    `months-${timezone}`,
    `select array(select (d at time zone '${timezone}')::text from ${months}) as starts,
      array(select to_char(d, 'YYYY-MM-DD') from ${months}) as labels`,
  )
  const rows = await query(
    'chart-buckets',
    `select width_bucket(ordered_at, $1::timestamptz[]) as bucket, sum(total)::float8 as value
     from orders where ordered_at is not null group by 1 order by 1`,
    [bounds?.starts],
  )
  const labels = bounds?.labels as readonly string[]
  return chartBody(
    rows.map(row => ({ label: labels[Number(row.bucket) - 1], values: { value: row.value } })),
  )
}

const known = ['UTC', 'Europe/Paris']

function assertKnown(timezone: string): void {
  if (!known.includes(timezone)) throw new Error(`Time zone '${timezone}' is none of ${known}.`)
}

const local = (instant: string, timezone: string) =>
  `(${instant})::timestamptz at time zone '${timezone}'`

function chartBody(points: readonly object[]): string {
  return JSON.stringify({ data: { id: '1', type: 'stats', attributes: { value: points } } })
}
