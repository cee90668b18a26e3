import { nameInPath, type PanelAction } from '@service/protocol'
import type { ListSource } from '../list/list-request.js'
import type { SelectionAttributes } from '../list/selection.js'

/** An action and the records that it runs on. */
export interface ActionTarget {
  readonly collection: string
  readonly action: Pick<PanelAction, 'id' | 'endpoint'>
  /** Without ids for a global action. */
  readonly selection: SelectionAttributes
  /** The record in whose related list the records were chosen. */
  readonly parent?: ListSource['parent'] | undefined
}

/** A request of an action, as a batch and a request of its own need it. */
export interface ActionRequest {
  readonly method: 'POST'
  readonly path: string
  readonly body: object
}

/**
 * Builds the request of a hook of an action's form.
 *
 * @example
 * buildHookRequest(target, 'load', { values: {} })
 */
export function buildHookRequest(
  target: ActionTarget,
  hook: 'load' | 'change' | 'search',
  attributes: Readonly<Record<string, unknown>>,
): ActionRequest {
  return {
    method: 'POST',
    path: `${buildActionPath(target)}/hooks/${hook}`,
    body: buildBody('custom-action-hook-requests', target, attributes),
  }
}

/**
 * Builds the request that runs an action.
 *
 * @example
 * buildRunRequest(target, { Amount: 20 })
 */
export function buildRunRequest(
  target: ActionTarget,
  values: Readonly<Record<string, unknown>>,
): ActionRequest {
  const attributes = { smart_action_id: target.action.id, values }
  return {
    method: 'POST',
    path: buildActionPath(target),
    body: buildBody('custom-action-requests', target, attributes),
  }
}

/**
 * Builds the request that runs an approved action: what it runs on and with is in the signed request.
 *
 * @example
 * buildApprovedRequest({ collection: 'orders', action: refund }, signedRequest)
 */
export function buildApprovedRequest(
  target: Pick<ActionTarget, 'collection' | 'action'>,
  signedRequest: string,
): ActionRequest {
  const attributes = { signed_approval_request: signedRequest }
  return {
    method: 'POST',
    path: buildActionPath(target),
    body: { data: { type: 'custom-action-requests', attributes } },
  }
}

function buildBody(type: string, target: ActionTarget, attributes: object): object {
  const { collection, selection, parent } = target
  return {
    data: {
      type,
      attributes: {
        collection_name: collection,
        ...selection,
        ...(parent && {
          parent_collection_name: parent.collection,
          parent_collection_id: parent.id,
          parent_association_name: parent.relation,
        }),
        ...attributes,
      },
    },
  }
}

/** The path below the agent's prefix, which an endpoint such as `/service/_actions/orders/0/refund` begins with. */
function buildActionPath({
  collection,
  action,
}: Pick<ActionTarget, 'collection' | 'action'>): string {
  const name = nameInPath(collection)
  for (const written of [name, collection]) {
    const marker = `/_actions/${written}/`
    const start = action.endpoint.indexOf(marker)
    if (start >= 0) return `/_actions/${name}/${action.endpoint.slice(start + marker.length)}`
  }
  return action.endpoint
}
