import { type ElementDefinition, innerElements } from './action-model.js'

/**
 * Whether clients have to request the form, because it contains a function or is too large to
 * publish.
 */
export function isDynamicForm(elements: readonly ElementDefinition[]): boolean {
  return elements.some(
    element =>
      Object.values(element).some(value => typeof value === 'function') ||
      (isFile(element) && element.defaultValue !== undefined) ||
      isDynamicForm(innerElements(element)),
  )
}

function isFile({ type }: ElementDefinition): boolean {
  return type === 'File' || type === 'FileList'
}
