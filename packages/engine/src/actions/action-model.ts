import type { JournalEntry } from '../journal-entry.js'
import type { ActionScope, SingleActionContext } from './action-context.js'
import type { ResultBuilder } from './action-result.js'
import type { FormFieldType } from './form-elements.js'
import type { WidgetName } from './widgets.js'

/**
 * A field as it was defined; properties that are not listed here may be functions of the context.
 */
export interface FieldDefinition {
  readonly type: FormFieldType
  readonly label: string
  readonly id?: string
  readonly widget?: WidgetName
  readonly search?: 'static' | 'dynamic' | 'disabled'
  readonly [property: string]: unknown
}

/** A layout element as it was defined. */
export interface LayoutDefinition {
  readonly type: 'Layout'
  readonly component: 'Separator' | 'HtmlBlock' | 'Row' | 'Page'
  /** Only for pages. */
  readonly elements?: readonly ElementDefinition[]
  /** Only for rows. */
  readonly fields?: readonly ElementDefinition[]
  readonly [property: string]: unknown
}

export type ElementDefinition = FieldDefinition | LayoutDefinition

type MakeElements = (
  context: SingleActionContext,
) => readonly ElementDefinition[] | Promise<readonly ElementDefinition[]>

/** An action of a collection. */
export interface ActionModel {
  readonly name: string
  readonly scope: ActionScope
  readonly description?: string
  readonly submitButtonLabel?: string
  /** True when the action returns a file. */
  readonly generateFile: boolean
  readonly form: readonly ElementDefinition[] | MakeElements
  /** True when clients have to request the form, because it contains functions. */
  readonly isDynamic: boolean
  readonly execute: (context: SingleActionContext, resultBuilder: ResultBuilder) => unknown
  /** The customization call that added it. */
  readonly addedBy: JournalEntry
}

export function isLayout(element: ElementDefinition): element is LayoutDefinition {
  return element.type === 'Layout'
}

export function fieldId({ id, label }: FieldDefinition): string {
  return id ?? label
}

/** Returns the elements inside a layout element. */
export function innerElements(element: ElementDefinition): readonly ElementDefinition[] {
  return isLayout(element) ? (element.elements ?? element.fields ?? []) : []
}

/** Returns all fields of a form, in order of appearance. */
export function fieldsIn(elements: readonly ElementDefinition[]): FieldDefinition[] {
  return elements.flatMap(element =>
    isLayout(element) ? fieldsIn(innerElements(element)) : [element],
  )
}
