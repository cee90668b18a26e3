import type { FieldModel } from './collection-model.js'

/** Values that are unreadable in half of a section: tables, trees and paragraphs. */
const shown: ReadonlySet<string> = new Set(['json', 'long-text', 'rich-text', 'code'])

/** Editors that need the width of the form. */
const edited: ReadonlySet<string> = new Set([
  'text-area',
  'rich-text',
  'code',
  'json',
  'address',
  'list',
  'binary',
  'file',
  'large-text',
])

/**
 * Whether a field takes a whole row of a section that has two columns, to read or to edit it.
 *
 * @example
 * takesFullRow(parcels, 'show') // true: its widget is 'json'
 */
export function takesFullRow(
  { show, edit }: Pick<FieldModel, 'show' | 'edit'>,
  to: 'show' | 'edit',
): boolean {
  return to === 'show' ? shown.has(show.name) : edited.has(edit.name)
}
