import type { ActionField, ActionFormBody, ActionLayout } from '@service/protocol'

/** A page of an action's form. */
export interface ActionPage {
  readonly elements: readonly ActionLayout[]
  readonly nextButtonLabel?: string
  readonly previousButtonLabel?: string
}

/**
 * Returns the pages of a form: one when its layout has none. Inputs of fields that the form does
 * not have are left out, and fields that no page names are at the end of the last.
 *
 * @example
 * listPages(form).length // 3
 */
export function listPages({ fields, layout }: ActionFormBody): readonly ActionPage[] {
  const names = new Set(fields.map(({ field }) => field))
  const isPaged = layout.some(({ component }) => component === 'page')
  const pages: ActionPage[] = isPaged
    ? layout.flatMap(element => (element.component === 'page' ? [toPage(element, names)] : []))
    : [{ elements: keepKnown(layout, names) }]
  const placed = new Set(pages.flatMap(({ elements }) => listInputs(elements)))
  const rest = fields.filter(({ field }) => !placed.has(field)).map(toInput)
  const last = pages.at(-1) ?? { elements: [] }
  return [...pages.slice(0, -1), { ...last, elements: [...last.elements, ...rest] }]
}

function toPage(
  { elements, nextButtonLabel, previousButtonLabel }: Extract<ActionLayout, { component: 'page' }>,
  names: ReadonlySet<string>,
): ActionPage {
  return {
    elements: keepKnown(elements, names),
    ...(nextButtonLabel !== undefined && { nextButtonLabel }),
    ...(previousButtonLabel !== undefined && { previousButtonLabel }),
  }
}

function keepKnown(
  elements: readonly ActionLayout[],
  names: ReadonlySet<string>,
): readonly ActionLayout[] {
  return elements.flatMap((element): readonly ActionLayout[] => {
    if (element.component === 'input') return names.has(element.fieldId) ? [element] : []
    if (element.component !== 'row') return [element]
    const fields = keepKnown(element.fields, names)
    return fields.length > 0 ? [{ ...element, fields }] : []
  })
}

const toInput = ({ field }: ActionField): ActionLayout => ({ component: 'input', fieldId: field })

/**
 * Lists the ids of the fields that a page asks for.
 *
 * @example
 * listInputs(page.elements) // ['Amount', 'Reason']
 */
export function listInputs(elements: readonly ActionLayout[]): readonly string[] {
  return elements.flatMap(element => {
    if (element.component === 'input') return [element.fieldId]
    if (element.component === 'row') return listInputs(element.fields)
    return element.component === 'page' ? listInputs(element.elements) : []
  })
}

/**
 * Lists the required fields of a page that are empty.
 *
 * @example
 * listMissingInputs(page, fields) // ['Amount']
 */
export function listMissingInputs(
  page: ActionPage,
  fields: readonly ActionField[],
): readonly string[] {
  const inputs = new Set(listInputs(page.elements))
  return fields
    .filter(({ field, isRequired, isReadOnly }) => inputs.has(field) && isRequired && !isReadOnly)
    .filter(({ value }) => isEmpty(value))
    .map(({ field }) => field)
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  )
}
