import { knownNames, ValidationError } from '@service/base'
import {
  type ElementDefinition,
  type FieldDefinition,
  fieldId,
  innerElements,
  isLayout,
  type LayoutDefinition,
} from './action-model.js'
import {
  chooseWidget,
  fieldTypes,
  knownProperties,
  requiredProperty,
  type WidgetName,
  widgets,
} from './widgets.js'

/** The properties of each layout element, and whether it can contain other elements. */
const layouts = {
  HtmlBlock: { properties: ['content'], inner: undefined },
  Page: {
    properties: ['elements', 'nextButtonLabel', 'previousButtonLabel'],
    inner: 'elements',
  },
  Row: { properties: ['fields'], inner: 'fields' },
  Separator: { properties: [], inner: undefined },
} as const satisfies Record<LayoutDefinition['component'], object>

const searches = ['static', 'dynamic', 'disabled']

/** Throws on a form that clients cannot show. `checkCollection` throws on an unknown name. */
export function checkForm(
  elements: unknown,
  checkCollection: (name: string) => void,
): asserts elements is readonly ElementDefinition[] {
  if (!Array.isArray(elements)) {
    throw new ValidationError('A form is a list of elements, or a function that makes one.')
  }
  const pages = elements.filter(element => element?.component === 'Page')
  if (pages.length > 0 && pages.length < elements.length) {
    throw new ValidationError(
      'A form has pages or other elements, not both: put all elements into pages.',
    )
  }
  const ids = new Set<string>()
  for (const element of elements) checkElement(element, undefined)

  function checkElement(element: ElementDefinition, parent: string | undefined): void {
    if (typeof element !== 'object' || element === null) {
      throw new ValidationError(`A form element is an object, not ${JSON.stringify(element)}.`)
    }
    if (!isLayout(element)) {
      checkField(element, checkCollection)
      addId(element)
      return
    }
    checkLayout(element, parent)
    for (const inner of innerElements(element)) checkElement(inner, element.component)
  }

  function addId(field: FieldDefinition): void {
    const id = fieldId(field)
    if (ids.has(id)) {
      throw new ValidationError(
        `Two fields of the form are called '${id}': give one of them another label, or an id.`,
      )
    }
    ids.add(id)
  }
}

function checkLayout(element: LayoutDefinition, parent: string | undefined): void {
  const { component } = element
  if (!Object.hasOwn(layouts, component)) {
    throw new ValidationError(
      `Unknown layout element '${component}'. There are: ${knownNames(component, Object.keys(layouts))}`,
    )
  }
  const { properties, inner } = layouts[component]
  checkProperties(component, element, ['type', 'component', 'if', ...properties])
  if (parent === 'Row') throw new ValidationError(`A Row holds fields only, no ${component}.`)
  if (parent === 'Page' && component === 'Page') {
    throw new ValidationError('A Page cannot hold a Page.')
  }
  if (inner && !Array.isArray(element[inner])) {
    throw new ValidationError(`A ${component} needs a list '${inner}'.`)
  }
  if (component === 'HtmlBlock') requireProperty(component, element, 'content')
}

function checkField(field: FieldDefinition, checkCollection: (name: string) => void): void {
  const { label, type, widget } = field
  if (typeof label !== 'string' || label === '') {
    throw new ValidationError(`A form field of type '${type}' needs a label.`)
  }
  const name = `The field '${label}'`
  if (!fieldTypes.includes(type)) {
    throw new ValidationError(
      `${name} has the unknown type '${type}'. There are: ${knownNames(type, fieldTypes)}`,
    )
  }
  if (widget !== undefined) checkWidget(name, field, widget)
  checkProperties(name, field, knownProperties(type, widget))
  if (field.search !== undefined && !searches.includes(field.search)) {
    throw new ValidationError(
      `${name} has the unknown search '${field.search}'. There are: ${searches.join(', ')}.`,
    )
  }
  const required = requiredProperty(type, chooseWidget(field))
  if (required) requireProperty(name, field, required)
  if (typeof field.collectionName === 'string') checkCollection(field.collectionName)
  if (field.if !== undefined && typeof field.if !== 'function') {
    throw new ValidationError(`${name}: 'if' must be a function that returns true or false.`)
  }
}

function checkWidget(name: string, field: FieldDefinition, widget: WidgetName): void {
  if (!Object.hasOwn(widgets, widget)) {
    throw new ValidationError(
      `${name} has the unknown widget '${widget}'. There are: ${knownNames(widget, Object.keys(widgets))}`,
    )
  }
  const types: readonly string[] = widgets[widget].types
  if (!types.includes(field.type)) {
    throw new ValidationError(
      `${name} is a ${field.type}: the widget ${widget} is for ${types.join(', ')}.`,
    )
  }
}

function checkProperties(name: string, element: object, known: readonly string[]): void {
  const unknown = Object.keys(element).find(property => !known.includes(property))
  if (unknown === undefined) return
  throw new ValidationError(
    `${name} has the unknown property '${unknown}'. It may have: ${knownNames(unknown, known)}`,
  )
}

function requireProperty(
  name: string,
  element: Readonly<Record<string, unknown>>,
  property: string,
): void {
  const value = element[property]
  const isList = property === 'options' || property === 'enumValues'
  const isGiven = isList ? Array.isArray(value) : typeof value === 'string' && value !== ''
  if (isGiven || typeof value === 'function') return
  throw new ValidationError(
    `${name} needs '${property}': ${isList ? 'a list' : 'a text'}, or a function that makes it.`,
  )
}
