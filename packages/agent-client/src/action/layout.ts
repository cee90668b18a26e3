import type { ActionLayout } from '@service/protocol'

/** An element of the layout of a form. */
export interface LayoutElement {
  isPage(): boolean
  isRow(): boolean
  isInput(): boolean
  isHTMLBlock(): boolean
  isSeparator(): boolean
  /** The name of the field this input shows. */
  getInputId(): string
  getHtmlBlockContent(): string
  /** An input of a row, by index from 0. */
  rowElement(index: number): LayoutElement
  /** An element of a page, by index from 0. */
  element(index: number): LayoutElement
  nextButtonLabel(): string | undefined
  previousButtonLabel(): string | undefined
}

/** The layout of a form. */
export interface FormLayout {
  element(index: number): LayoutElement
  /** A page, by index from 0. */
  page(index: number): LayoutElement
  getElements(): readonly LayoutElement[]
}

type Kind = ActionLayout['component']
type ElementOf<K extends Kind> = Extract<ActionLayout, { readonly component: K }>

export function createLayout(elements: readonly ActionLayout[]): FormLayout {
  return {
    element: index => toElement(at(elements, index, 'The form')),
    page(index) {
      const pages = elements.filter(({ component }) => component === 'page')
      return toElement(at(pages, index, 'The form'))
    },
    getElements: () => elements.map(toElement),
  }
}

function toElement(layout: ActionLayout): LayoutElement {
  const is = (kind: Kind) => layout.component === kind
  const as = <K extends Kind>(kind: K): ElementOf<K> => {
    if (layout.component === kind) return layout as ElementOf<K>
    throw new TypeError(`This element of the layout is '${layout.component}', not '${kind}'.`)
  }
  return {
    isPage: () => is('page'),
    isRow: () => is('row'),
    isInput: () => is('input'),
    isHTMLBlock: () => is('htmlBlock'),
    isSeparator: () => is('separator'),
    getInputId: () => as('input').fieldId,
    getHtmlBlockContent: () => as('htmlBlock').content,
    rowElement: index => toElement(at(as('row').fields, index, 'The row')),
    element: index => toElement(at(as('page').elements, index, 'The page')),
    nextButtonLabel: () => as('page').nextButtonLabel,
    previousButtonLabel: () => as('page').previousButtonLabel,
  }
}

function at(elements: readonly ActionLayout[], index: number, location: string): ActionLayout {
  const found = elements[index]
  if (found) return found
  throw new RangeError(
    `${location} has ${elements.length} such elements: there is none at ${index}.`,
  )
}
