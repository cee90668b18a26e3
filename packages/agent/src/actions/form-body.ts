import { ValidationError } from '@service/base'
import { packId } from '@service/datasource-toolkit'
import {
  type ActionForm,
  type CollectionModel,
  type FormFieldState,
  type FormFieldType,
  type FormFile,
  type LayoutState,
  printDataUri,
} from '@service/engine'
import type { ActionField, ActionFormBody, ActionLayout, SchemaFieldType } from '@service/protocol'
import { exportedName } from '../query/exported-name.js'
import { describeType } from '../schema/describe-field.js'
import { widgetEdit } from './widget-edit.js'

type Find = (name: string) => CollectionModel

/** An action form as clients receive it. */
export function formBody({ fields, layout }: ActionForm, find: Find): ActionFormBody {
  return { fields: fields.map(field => formField(field, find)), layout: layout.map(layoutBody) }
}

function formField(field: FormFieldState, find: Find): ActionField {
  const { id, label, description, isRequired, isReadOnly, isWatched, enumValues } = field
  const key = field.collectionName === undefined ? undefined : firstKey(find(field.collectionName))
  const widget = widgetEdit(field)
  return {
    field: id,
    label,
    type: key ? describeType(key.columnType) : (listTypes[field.type] ?? field.type),
    description,
    isRequired,
    isReadOnly,
    value: wireValue(field),
    ...(isWatched && { hook: 'changeHook' }),
    ...(enumValues && { enums: enumValues }),
    ...(key && { reference: `${field.collectionName}.${exportedName(key)}` }),
    ...(widget && { widgetEdit: widget }),
  }
}

const listTypes: Partial<Record<FormFieldType, SchemaFieldType>> = {
  EnumList: ['Enum'],
  FileList: ['File'],
  NumberList: ['Number'],
  StringList: ['String'],
}

function firstKey(collection: CollectionModel) {
  const [key] = collection.primaryKey
  if (key) return key
  throw new ValidationError(
    `'${collection.name}' has no primary key: a form cannot hold its records.`,
  )
}

function wireValue({ type, value, enumValues = [] }: FormFieldState): unknown {
  if (value === undefined || value === null) return value
  if (type === 'File') return printDataUri(value as FormFile)
  if (type === 'FileList') return (value as readonly FormFile[]).map(printDataUri)
  // A value that is not a list is a record id in its text form.
  if (type === 'Collection') return Array.isArray(value) ? packId(value) : String(value)
  if (type === 'Enum') return enumValues.includes(value as string) ? value : null
  if (type !== 'EnumList') return value
  return (value as readonly string[]).filter(item => enumValues.includes(item))
}

function layoutBody(element: LayoutState): ActionLayout {
  if (element.component === 'Input') return { component: 'input', fieldId: element.fieldId }
  if (element.component === 'Separator') return { component: 'separator' }
  if (element.component === 'HtmlBlock') {
    return { component: 'htmlBlock', content: element.content }
  }
  if (element.component === 'Row') {
    return { component: 'row', fields: element.fields.map(layoutBody) }
  }
  const { nextButtonLabel, previousButtonLabel, elements } = element
  return {
    component: 'page',
    nextButtonLabel,
    previousButtonLabel,
    elements: elements.map(layoutBody),
  }
}
