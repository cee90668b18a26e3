import type { FormFieldType } from './form-elements.js'
import type { WidgetName } from './widgets.js'

/** A field of a form, ready to be shown. */
export interface FormFieldState {
  readonly id: string
  readonly label: string
  readonly type: FormFieldType
  readonly description?: string
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  readonly value?: unknown
  /** True when the form depends on the field, so that clients report its changes. */
  readonly isWatched: boolean
  readonly enumValues?: readonly string[]
  readonly collectionName?: string
  readonly widget?: WidgetName
  /** Settings of the widget: `placeholder`, `options`, … */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A form element ready to be shown; fields are named by their ids. */
export type LayoutState =
  | { readonly component: 'Input'; readonly fieldId: string }
  | { readonly component: 'Separator' }
  | { readonly component: 'HtmlBlock'; readonly content: string }
  | { readonly component: 'Row'; readonly fields: readonly LayoutState[] }
  | {
      readonly component: 'Page'
      readonly nextButtonLabel?: string
      readonly previousButtonLabel?: string
      readonly elements: readonly LayoutState[]
    }

/** A form ready to be shown. */
export interface ActionForm {
  readonly fields: readonly FormFieldState[]
  /** Empty when the form has only fields. */
  readonly layout: readonly LayoutState[]
}
