import { type ActionModel, type CollectionModel, staticForm } from '@service/engine'
import { type ActionField, nameInPath, type SchemaAction } from '@service/protocol'
import { actionId, actionSlug, listActions } from '../actions/action-slug.js'
import { formBody } from '../actions/form-body.js'
import type { ResolvedOptions } from '../options.js'

/** The options that determine the paths of actions. */
export type ActionOptions = Pick<ResolvedOptions, 'prefix' | 'useUnsafeActionEndpoint'>

/** The actions of a collection as clients see them, by name. */
export function describeActions(
  collection: CollectionModel,
  options: ActionOptions,
): readonly SchemaAction[] {
  return listActions(collection)
    .map((action, index) => describeAction(collection, action, index, options))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function describeAction(
  collection: CollectionModel,
  action: ActionModel,
  index: number,
  { prefix, useUnsafeActionEndpoint }: ActionOptions,
): SchemaAction {
  const { name, scope, description, submitButtonLabel, generateFile, isDynamic } = action
  const slug = actionSlug(action)
  const position = useUnsafeActionEndpoint ? '' : `${index}/`
  return {
    id: actionId(collection, action),
    name,
    type: scopes[scope],
    baseUrl: null,
    endpoint: `${prefix}/_actions/${endpointName(collection.name)}/${position}${slug}`,
    httpMethod: 'POST',
    redirect: null,
    download: generateFile,
    description,
    submitButtonLabel,
    ...describeForm(collection, action),
    hooks: { load: isDynamic, change: ['changeHook'] },
  }
}

/** Encodes only the characters that clients do not encode themselves. */
function endpointName(name: string): string {
  return /[/?#%\\]|^\.\.?$/.test(name) ? nameInPath(name) : name
}

const scopes = { Single: 'single', Bulk: 'bulk', Global: 'global' } as const

function describeForm(
  collection: CollectionModel,
  action: ActionModel,
): Pick<SchemaAction, 'fields' | 'layout'> {
  const form = staticForm(action)
  if (!form) return { fields: [loading] }
  const { fields, layout } = formBody(form, collection.collectionNamed)
  return {
    fields: fields.map(({ value, ...field }) => ({ ...field, defaultValue: value })),
    ...(layout.length > 0 && { layout }),
  }
}

/** Placeholder for a form that has to be loaded. */
const loading: ActionField = {
  field: 'Loading...',
  label: 'Loading...',
  type: 'String',
  isReadOnly: true,
  defaultValue: 'Form is loading',
  description: '',
  enums: null,
  hook: null,
  isRequired: false,
  reference: null,
  widgetEdit: null,
}
