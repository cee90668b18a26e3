import { isSameValue } from '../record/is-same-value.js'
import {
  buildDocument,
  type CellValue,
  getCellKey,
  listCells,
  type RightsCell,
} from './rights-cells.js'
import type { RightsDocument } from './rights-document.js'

/** A cell before and after; undefined where it does not exist: what is above it decides there. */
export interface RightsChange {
  readonly cell: RightsCell
  readonly before: CellValue | undefined
  readonly after: CellValue | undefined
}

/**
 * Lists the cells in which two documents differ, in the order of the documents.
 *
 * @example
 * listRightsChanges(saved, draft).length // 3 unsaved changes
 */
export function listRightsChanges(
  before: RightsDocument,
  after: RightsDocument,
): readonly RightsChange[] {
  if (before === after) return []
  const [old, now] = [listCells(before), listCells(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap(key => {
    const [was, is] = [old.get(key), now.get(key)]
    const cell = (was ?? is)?.cell
    if (!cell || isSameValue(was?.value, is?.value)) return []
    return [{ cell, before: was?.value, after: is?.value }]
  })
}

/**
 * Returns a document with changes made to it.
 *
 * @example
 * applyRightsChanges(saved, listRightsChanges(saved, draft)) // draft
 */
export function applyRightsChanges(
  document: RightsDocument,
  changes: readonly RightsChange[],
): RightsDocument {
  const cells = new Map(listCells(document))
  for (const { cell, after } of changes) {
    if (after === undefined) cells.delete(getCellKey(cell))
    else cells.set(getCellKey(cell), { cell, value: after })
  }
  return buildDocument(cells)
}

/**
 * Returns the change that takes another one back.
 *
 * @example
 * applyRightsChanges(draft, changes.map(revertRightsChange)) // saved
 */
export const revertRightsChange = ({ cell, before, after }: RightsChange): RightsChange => ({
  cell,
  before: after,
  after: before,
})
