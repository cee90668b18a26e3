import type { Db, Document } from 'mongodb'

/** How the server runs a pipeline: the indexes it uses, and how many documents it reads. */
export interface Explained {
  readonly indexes: readonly (string | undefined)[]
  readonly isScan: boolean
  readonly isSorted: boolean
  readonly read: number
}

/** Runs a pipeline and returns how the server ran it. */
export async function explain(
  db: Db,
  collection: string,
  pipeline: readonly Document[],
): Promise<Explained> {
  const plan = await db
    .collection(collection)
    .aggregate([...pipeline])
    .explain('executionStats')
  const text = JSON.stringify(plan, (key, value) => (key === 'rejectedPlans' ? [] : value))
  return {
    indexes: [...new Set([...text.matchAll(/"indexName":"([^"]+)"/g)].map(match => match[1]))],
    isScan: text.includes('"COLLSCAN"'),
    isSorted: text.includes('"stage":"SORT"'),
    read: Number(/"totalDocsExamined":(\d+)/.exec(text)?.[1]),
  }
}
