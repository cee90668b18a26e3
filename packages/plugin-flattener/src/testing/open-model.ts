import type { DataSourceFactory, Operator, Row } from '@service/datasource-toolkit'
import type { CollectionCustomizer, EngineCall, Model } from '@service/engine'
import { compile, createCustomizer, list } from '@service/engine'

export const call: EngineCall = { timezone: 'UTC', now: new Date('2024-05-06T00:00:00.000Z') }

export interface OpenModel {
  readonly model: Model
  close(): Promise<void>
}

/** A source with one customized collection. */
export async function openModel(
  factory: DataSourceFactory,
  collection: string,
  customize: (collection: CollectionCustomizer) => unknown,
): Promise<OpenModel> {
  const dataSource = await factory(
    () => {},
    async () => {},
  )
  const customizer = createCustomizer()
  customizer.customizeCollection(collection, customize)
  try {
    const model = await compile([{ dataSource }], customizer.journal)
    return { model, close: () => dataSource.close() }
  } catch (error) {
    await dataSource.close()
    throw error
  }
}

/** Returns the ids of the records that match, in the requested order. */
export async function listIds(
  model: Model,
  name: string,
  where?: readonly [field: string, operator: Operator, value?: unknown],
  sort: readonly string[] = ['id'],
): Promise<readonly unknown[]> {
  const [field = '', operator = 'Present', value] = where ?? []
  const rows = await list(
    {
      collection: model.collection(name),
      filter: where ? { conditionTree: { field, operator, value } } : {},
      sort: sort.map(text => ({ field: text.replace('-', ''), ascending: !text.startsWith('-') })),
      projection: ['id'],
    },
    call,
  )
  return rows.map(row => row.id)
}

/** One record, by its id. */
export async function readRecord(
  model: Model,
  name: string,
  id: number,
  projection: readonly string[],
): Promise<Row | undefined> {
  const conditionTree = { field: 'id', operator: 'Equal', value: id } as const
  const collection = model.collection(name)
  const [row] = await list({ collection, filter: { conditionTree }, sort: [], projection }, call)
  return row
}
