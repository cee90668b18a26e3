import type { FormFieldType } from './form-elements.js'
import type { WidgetName } from './widgets.js'

/** A field of a form as it is to be shown. */
export interface FormFieldState {
  readonly id: string
  readonly label: string
  readonly type: FormFieldType
  readonly description?: string
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  readonly value?: unknown
  /** The form depends on it: a client tells when it changes. */
  readonly isWatched: boolean
  readonly enumValues?: readonly string[]
  readonly collectionName?: string
  readonly widget?: WidgetName
  /** What the widget is told: `placeholder`, `options`, … */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** An element of a form as it is to be shown; fields are named by their ids. */
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

/** A form as it is to be shown. */
export interface ActionForm {
  readonly fields: readonly FormFieldState[]
  /** Empty when the form is nothing but fields. */
  readonly layout: readonly LayoutState[]
}
