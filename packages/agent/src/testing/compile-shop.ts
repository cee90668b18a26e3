import { compile, type FieldModel, type Model } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { shop } from './shop.js'

/** The model of the shop, for tests that ask no agent. */
export async function compileShop(): Promise<Model> {
  const dataSource = await shop()(
    () => {},
    async () => {},
  )
  return compile([{ dataSource }], [])
}

/** Somebody who sees everything but these fields, named as `orders.total`, and these collections. */
export function accessWithout(model: Model, ...hidden: readonly string[]): Access {
  const fields = new Set<FieldModel>()
  for (const path of hidden) {
    const [collection = '', field = ''] = path.split('.')
    const found = field && model.collection(collection).fields.get(field)
    if (found) fields.add(found)
  }
  const can = ({ name }: { readonly name: string }) => !hidden.includes(name)
  return {
    mayRead: can,
    require(right: string, collection: { readonly name: string }) {
      if (!can(collection)) throw new Error(`no ${right} on ${collection.name}`)
    },
    deny(error: Error): never {
      throw error
    },
    hiddenIn: () => fields,
    namedQueries: () => new Map(),
  } as unknown as Access
}
