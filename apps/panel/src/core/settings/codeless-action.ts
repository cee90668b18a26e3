import type { WireCustomization } from '@service/protocol'
import type { FieldModel } from '../schema/collection-model.js'

export type ActionKind = WireCustomization['configuration']['type']
export type ActionScope = NonNullable<WireCustomization['configuration']['scope']>
type FieldValue = string | number | boolean | null

/** A field that the action writes, as it is entered. */
export interface FieldDraft {
  readonly fieldName: string
  readonly text: string
  readonly isNull: boolean
}

/** An action without code, as it is entered. */
export interface ActionDraft {
  readonly name: string
  readonly collectionName: string
  readonly kind: ActionKind
  readonly scope: ActionScope
  readonly url: string
  readonly integration: string
  readonly fields: readonly FieldDraft[]
}

const emptyField: FieldDraft = { fieldName: '', text: '', isNull: false }

/** A new action. */
export const emptyAction: ActionDraft = {
  name: '',
  collectionName: '',
  kind: 'update-record',
  scope: 'single',
  url: '',
  integration: '',
  fields: [emptyField],
}

/** The scopes that a kind of action can have: writing to a whole collection is not one of them. */
export const scopesByKind: Readonly<Record<ActionKind, readonly ActionScope[]>> = {
  'update-record': ['single', 'bulk'],
  webhook: ['single', 'bulk', 'global'],
}

/** A stored action as it is edited. */
export function readAction({ name, modelName, configuration }: WireCustomization): ActionDraft {
  const { scope = 'single' } = configuration
  const common = {
    ...emptyAction,
    name,
    collectionName: modelName,
    kind: configuration.type,
    scope,
  }
  if (configuration.type === 'webhook') {
    const { url, integration = '' } = configuration.configuration
    return { ...common, url, integration }
  }
  const { fields } = configuration.configuration
  return { ...common, fields: fields.map(readField) }
}

const readField = ({
  fieldName,
  value,
}: {
  readonly fieldName: string
  readonly value: unknown
}): FieldDraft => ({
  fieldName,
  text: value === null ? '' : String(value),
  isNull: value === null,
})

type Fields = ReadonlyMap<string, FieldModel>

/** The action as it is stored; undefined until nothing is missing or wrong. */
export function writeAction(draft: ActionDraft, fields: Fields): WireCustomization | undefined {
  const name = draft.name.trim()
  if (name === '' || draft.collectionName === '') return undefined
  const configuration = writeConfiguration(draft, fields)
  return configuration && { name, type: 'action', modelName: draft.collectionName, configuration }
}

function writeConfiguration(
  draft: ActionDraft,
  fields: Fields,
): WireCustomization['configuration'] | undefined {
  const { scope } = draft
  if (draft.kind === 'webhook') {
    const url = draft.url.trim()
    const integration = draft.integration.trim()
    if (!URL.canParse(url)) return undefined
    const configuration = { url, ...(integration !== '' && { integration }) }
    return { scope, type: 'webhook', configuration }
  }
  const written = draft.fields.map(field => ({
    fieldName: field.fieldName,
    value: writeValue(field, fields.get(field.fieldName)),
  }))
  const isComplete =
    written.length > 0 && written.every(each => each.fieldName !== '' && each.value !== undefined)
  if (!isComplete) return undefined
  const complete = written as readonly { fieldName: string; value: FieldValue }[]
  return { scope, type: 'update-record', configuration: { fields: [...complete] } }
}

/** The value of a field by the type of its column; undefined when the text is none. */
function writeValue(
  { text, isNull }: FieldDraft,
  field: FieldModel | undefined,
): FieldValue | undefined {
  if (isNull) return null
  if (field?.columnType === 'Number') {
    return text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
  }
  if (field?.columnType === 'Boolean') {
    return text === 'true' ? true : text === 'false' ? false : undefined
  }
  return text
}

/** Replaces an action in the list, or adds it at the end. */
export function replaceAction(
  actions: readonly WireCustomization[],
  before: WireCustomization | undefined,
  after: WireCustomization | undefined,
): readonly WireCustomization[] {
  const isBefore = (each: WireCustomization) =>
    each.name === before?.name && each.modelName === before.modelName
  const next = after ? [after] : []
  return before && actions.some(isBefore)
    ? actions.flatMap(each => (isBefore(each) ? next : [each]))
    : [...actions, ...next]
}
