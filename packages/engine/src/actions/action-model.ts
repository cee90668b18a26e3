import type { JournalEntry } from '../journal-entry.js'
import type { ActionScope, SingleActionContext } from './action-context.js'
import type { ResultBuilder } from './action-result.js'
import type { FormFieldType } from './form-elements.js'
import type { WidgetName } from './widgets.js'

/** A field as it was defined; what is not named here may be a function of the context. */
export interface FieldDefinition {
  readonly type: FormFieldType
  readonly label: string
  readonly id?: string
  readonly widget?: WidgetName
  readonly search?: 'static' | 'dynamic' | 'disabled'
  readonly [property: string]: unknown
}

/** An element that arranges fields, as it was defined. */
export interface LayoutDefinition {
  readonly type: 'Layout'
  readonly component: 'Separator' | 'HtmlBlock' | 'Row' | 'Page'
  /** Of a page. */
  readonly elements?: readonly ElementDefinition[]
  /** Of a row. */
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
  /** Clients expect a file. */
  readonly generateFile: boolean
  readonly form: readonly ElementDefinition[] | MakeElements
  /** The form has to be asked for: something in it is a function. */
  readonly isDynamic: boolean
  readonly execute: (context: SingleActionContext, resultBuilder: ResultBuilder) => unknown
  /** The call that added it. */
  readonly addedBy: JournalEntry
}

export function isLayout(element: ElementDefinition): element is LayoutDefinition {
  return element.type === 'Layout'
}

export function fieldId({ id, label }: FieldDefinition): string {
  return id ?? label
}

/** The elements an element arranges. */
export function innerElements(element: ElementDefinition): readonly ElementDefinition[] {
  return isLayout(element) ? (element.elements ?? element.fields ?? []) : []
}

/** All fields of a form, in the order they appear. */
export function fieldsIn(elements: readonly ElementDefinition[]): FieldDefinition[] {
  return elements.flatMap(element =>
    isLayout(element) ? fieldsIn(innerElements(element)) : [element],
  )
}
