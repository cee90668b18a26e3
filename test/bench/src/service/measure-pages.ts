import { ask } from '../driver/ask.js'
import { median } from '../driver/median.js'
import type { Target } from '../targets/target.js'
import { notesPath } from './access.js'
import type { ServiceFigures } from './service-figures.js'

const PAGE = 10_000
const SIZE = 10
const SHOTS = 300

interface Body {
  readonly nextCursor: string
  readonly data: readonly { readonly id: number; readonly createdAt: string }[]
}

/** Asks for page 1 and page 10,000 in turn, so that both meet the same moments of the machine. */
export async function measurePages(
  target: Target,
  instantOfRow: (row: number) => Promise<string>,
): Promise<Pick<ServiceFigures, 'firstPageMs' | 'byCursor' | 'byCreatedAt'>> {
  const list = (query: string) =>
    ask(target.server.base, { path: `${notesPath}?limit=${SIZE}${query}` }, target.headers, true)
  const lastBefore = await instantOfRow((PAGE - 1) * SIZE - 1)
  const pageBefore = encodeURIComponent(await instantOfRow((PAGE - 2) * SIZE - 1))
  const cursor = (JSON.parse((await list(`&createdAt.lt=${pageBefore}`)).body) as Body).nextCursor
  const queries = {
    first: '',
    byCursor: `&cursor=${encodeURIComponent(cursor)}`,
    byCreatedAt: `&createdAt.lt=${encodeURIComponent(lastBefore)}`,
  }
  const times = { first: [] as number[], byCursor: [] as number[], byCreatedAt: [] as number[] }
  for (let shot = 0; shot < SHOTS; shot++) {
    for (const name of Object.keys(queries) as (keyof typeof queries)[]) {
      const { status, ms, body } = await list(queries[name])
      if (status !== 200) throw new Error(`page 10,000 ${name}: status ${status} ${body}`)
      times[name].push(ms)
    }
  }
  await refuseOtherRows(list, queries)
  const firstPageMs = median(times.first) ?? Number.NaN
  return {
    byCursor: (median(times.byCursor) ?? Number.NaN) / firstPageMs,
    byCreatedAt: (median(times.byCreatedAt) ?? Number.NaN) / firstPageMs,
    firstPageMs,
  }
}

/** Both ways down must lead to the same rows, and further down than the first page. */
async function refuseOtherRows(
  list: (query: string) => Promise<{ readonly body: string }>,
  queries: Readonly<Record<'first' | 'byCursor' | 'byCreatedAt', string>>,
): Promise<void> {
  const first = async (query: string) => (JSON.parse((await list(query)).body) as Body).data[0]?.id
  const [top, byCursor, byCreatedAt] = [
    await first(queries.first),
    await first(queries.byCursor),
    await first(queries.byCreatedAt),
  ]
  if (byCursor === byCreatedAt && Number(top) - Number(byCursor) === (PAGE - 1) * SIZE) return
  throw new Error(`page 10,000 begins with ${byCursor} and ${byCreatedAt}, page 1 with ${top}`)
}
