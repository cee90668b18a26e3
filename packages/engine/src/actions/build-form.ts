import {
  type ElementDefinition,
  type FieldDefinition,
  fieldId,
  fieldsIn,
  innerElements,
  isLayout,
} from './action-model.js'
import type { ActionForm, FormFieldState, LayoutState } from './form-state.js'
import { chooseWidget, widgetProperties } from './widgets.js'

/** Builds a form that has no functions, or whose functions have been called. */
export function buildForm(
  elements: readonly ElementDefinition[],
  isWatched: (id: string) => boolean = () => false,
): ActionForm {
  return {
    fields: fieldsIn(elements).map(field => buildField(field, isWatched(fieldId(field)))),
    layout: elements.some(isLayout) ? elements.map(buildElement) : [],
  }
}

function buildField(field: FieldDefinition, isWatched: boolean): FormFieldState {
  const { label, type, description, isRequired, isReadOnly, enumValues, collectionName } = field
  const widget = chooseWidget(field)
  const parameters = widgetProperties(widget).map(name => [name, field[name]])
  return {
    id: fieldId(field),
    label,
    type,
    // `evaluate` and `staticForm` replaced the functions by values of the types that clients know.
    ...({ description, isRequired, isReadOnly, enumValues, collectionName } as object),
    value: field.value === undefined ? field.defaultValue : field.value,
    isWatched,
    widget,
    parameters: Object.fromEntries(parameters),
  }
}

function buildElement(element: ElementDefinition): LayoutState {
  if (!isLayout(element)) return { component: 'Input', fieldId: fieldId(element) }
  const { component, content, nextButtonLabel, previousButtonLabel } = element
  const inner = innerElements(element).map(buildElement)
  if (component === 'Row') return { component, fields: inner }
  if (component === 'Page') {
    return {
      component,
      ...({ nextButtonLabel, previousButtonLabel } as object),
      elements: inner,
    }
  }
  return component === 'HtmlBlock' ? { component, content: String(content) } : { component }
}
