import type { RandomList } from './random-list.js'

/** Sends a request to the agent and gives its body, or fails with what it said. */
export type Ask = (path: string) => Promise<string>

interface ListDocument {
  readonly data: readonly { readonly id: string }[]
  readonly meta?: { readonly page?: { readonly after: string | null } }
}

/** The ids of a list, in the order of its export. */
export async function readExport(
  ask: Ask,
  { path, query }: RandomList,
): Promise<readonly string[]> {
  const text = await ask(`${path}.csv?fields[items]=id${query}`)
  return text.split('\n').slice(1, -1)
}

/** The ids of a list that is read page by page, until one is not full. */
export async function readByNumber(
  ask: Ask,
  { path, query }: RandomList,
  size: number,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const asked = `fields[items]=id&page[size]=${size}&page[number]=${page}${query}`
    const { data } = JSON.parse(await ask(`${path}?${asked}`)) as ListDocument
    ids.push(...data.map(({ id }) => id))
    if (data.length < size) return ids
  }
}

/** The ids of a list that is read by cursor, until there is none. */
export async function readByCursor(
  ask: Ask,
  { path, query }: RandomList,
  size: number,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const asked = `fields[items]=id&page[size]=${size}&page[after]=${after}${query}`
    const { data, meta } = JSON.parse(await ask(`${path}?${asked}`)) as ListDocument
    ids.push(...data.map(({ id }) => id))
    after = meta?.page?.after ?? null
  }
  return ids
}

/** How many records a list says it has. */
export async function readCount(ask: Ask, { path, query }: RandomList): Promise<number> {
  return JSON.parse(await ask(`${path}/count?${query.slice(1)}`)).count
}
