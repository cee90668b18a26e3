import type { SchemaFieldType } from './schema-field-type.js'

/** A field of a form. In the schema, `value` is absent and `defaultValue` is used. */
export interface ActionField {
  /** The id of the field. */
  readonly field: string
  readonly label: string
  readonly type: SchemaFieldType
  readonly description?: string
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  readonly value?: unknown
  readonly defaultValue?: unknown
  /** Set on fields whose changes clients report. */
  readonly hook?: 'changeHook' | null
  readonly enums?: readonly string[] | null
  /** `collection.key` of a field that holds a record id. */
  readonly reference?: string | null
  readonly widgetEdit?: {
    readonly name: string
    readonly parameters: Readonly<Record<string, unknown>>
  } | null
}

/** How the fields of a form are arranged. */
export type ActionLayout =
  | { readonly component: 'input'; readonly fieldId: string }
  | { readonly component: 'separator' }
  | { readonly component: 'htmlBlock'; readonly content: string }
  | { readonly component: 'row'; readonly fields: readonly ActionLayout[] }
  | {
      readonly component: 'page'
      readonly nextButtonLabel?: string
      readonly previousButtonLabel?: string
      readonly elements: readonly ActionLayout[]
    }

/** A form, as form hooks return it. */
export interface ActionFormBody {
  readonly fields: readonly ActionField[]
  readonly layout: readonly ActionLayout[]
}

/** An action of a collection in the schema. */
export interface SchemaAction {
  readonly id: string
  readonly name: string
  readonly type: 'single' | 'bulk' | 'global'
  readonly baseUrl: null
  readonly endpoint: string
  readonly httpMethod: 'POST'
  readonly redirect: null
  readonly download: boolean
  readonly description?: string
  readonly submitButtonLabel?: string
  readonly fields: readonly ActionField[]
  readonly layout?: readonly ActionLayout[]
  /** `load`: clients have to request the form. */
  readonly hooks: { readonly load: boolean; readonly change: readonly ['changeHook'] }
}
