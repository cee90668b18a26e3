import { ForbiddenError, UnprocessableError, ValidationError } from '@service/base'
import type { Caller, Row } from '@service/datasource-toolkit'
import { executeAction, findAction } from '../actions/execute-action.js'
import { loadForm } from '../actions/load-form.js'
import { aggregate } from '../aggregate.js'
import { create } from '../create.js'
import { list } from '../list.js'
import type { CollectionModel, EngineCall } from '../model/model.js'
import { remove } from '../remove.js'
import { update } from '../update.js'
import type {
  CollectionContext,
  ContextCollection,
  CustomerContext,
  PlainFilter,
} from './collection-context.js'
import { innerCall } from './inner-call.js'
import { knownFilter } from './known-filter.js'

/** Finds a collection by the name code uses. */
type Find = (name: string) => CollectionModel

/**
 * What a callback on a collection receives. `callback` names it, so that calls which lead back to
 * it fail with the chain instead of never ending.
 */
export function createCollectionContext(
  collection: CollectionModel,
  find: Find,
  call: EngineCall,
  callback: string,
): CollectionContext {
  const inner = innerCall(call, callback)
  return { ...customerContext(find, inner), collection: contextCollection(collection, inner) }
}

/** What a callback outside any collection receives. */
export function createContext(find: Find, call: EngineCall, callback: string): CustomerContext {
  return customerContext(find, innerCall(call, callback))
}

function customerContext(find: Find, call: EngineCall): CustomerContext {
  const { timezone, caller = nobody(timezone) } = call
  return {
    caller,
    timezone,
    dataSource: { getCollection: name => contextCollection(find(name), call) as never },
    throwValidationError(message) {
      throw new ValidationError(message)
    },
    throwForbiddenError(message) {
      throw new ForbiddenError(message)
    },
    throwError(message) {
      throw new UnprocessableError(message)
    },
  }
}

/** Who asks when the engine runs without an agent: code that looks at roles, tags or ids lets nobody in. */
function nobody(timezone: string): Caller {
  const unnamed = { email: '', firstName: '', lastName: '', team: '', role: '' }
  return { id: 0, ...unnamed, tags: {}, timezone }
}

function contextCollection(collection: CollectionModel, call: EngineCall): ContextCollection {
  return {
    name: collection.name,
    async list(given, projection) {
      const { sort = [], page, ...filter } = knownFilter(given, 'list')
      return list({ collection, filter, sort, page, projection }, call)
    },
    create: records => create(collection, records, call),
    update: async (filter, patch) => update(collection, knownFilter(filter), patch, call),
    delete: async filter => remove(collection, knownFilter(filter), call),
    aggregate: async (filter, aggregation, limit) =>
      aggregate({ collection, filter: knownFilter(filter), aggregation, limit }, call),
    execute: async (name, values = {}, filter = {}) =>
      executeAction(actionOn(collection, name, values, filter), call),
    getForm: async (name, values = {}, filter = {}) =>
      loadForm(actionOn(collection, name, values, filter), call),
  }
}

const actionOn = (collection: CollectionModel, name: string, values: Row, filter: PlainFilter) => ({
  collection,
  action: findAction(collection, name),
  filter: knownFilter(filter),
  values,
})
