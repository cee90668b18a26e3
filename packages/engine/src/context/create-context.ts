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

/** Finds a collection by its internal name. */
type Find = (name: string) => CollectionModel

/**
 * Creates the context for a callback on a collection. `callback` names it, so that a callback that
 * calls itself indirectly fails with the chain of calls instead of never ending.
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

/** Creates the context for a callback outside any collection. */
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

/**
 * The caller when the engine runs without an agent: it has no role, tags or id that code would
 * accept.
 */
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
