import type { SchemaFieldType } from './schema-field-type.js'

/** A field of a form; `value` is absent in the schema, where `defaultValue` takes its place. */
export interface ActionField {
  /** Its id. */
  readonly field: string
  readonly label: string
  readonly type: SchemaFieldType
  readonly description?: string
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  readonly value?: unknown
  readonly defaultValue?: unknown
  /** Set on fields whose change is to be reported. */
  readonly hook?: 'changeHook' | null
  readonly enums?: readonly string[] | null
  /** `collection.key` of a field that holds a record. */
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

/** A form, as form hooks answer it. */
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
  /** `load`: the form has to be asked for. */
  readonly hooks: { readonly load: boolean; readonly change: readonly ['changeHook'] }
}
