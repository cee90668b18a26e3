import type { WriteVerb } from '@service/datasource-toolkit'
import type { ColumnFact, TableFact } from './catalogue-facts.js'

/** The user's privileges on a column. */
export interface ColumnPrivileges {
  readonly canSelect: boolean
  readonly canInsert: boolean
  readonly canUpdate: boolean
}

/** Derives what a table lacks from the privileges on its columns. Views are never written. */
export function tablePrivileges(
  columns: readonly ColumnPrivileges[],
  canDelete: boolean,
  isView: boolean,
): Pick<TableFact, 'isUnreadable' | 'missingPrivileges'> {
  const lacks = (privilege: keyof ColumnPrivileges) =>
    columns.length > 0 && !columns.some(column => column[privilege])
  const missing: WriteVerb[] = []
  if (lacks('canInsert')) missing.push('create')
  if (lacks('canUpdate')) missing.push('update')
  if (!canDelete) missing.push('delete')
  return {
    ...(lacks('canSelect') && { isUnreadable: true }),
    ...(!isView && missing.length > 0 && { missingPrivileges: missing }),
  }
}

/** A column that can be set only on insert, or only on update, counts as writable. */
export function columnPrivileges({
  canSelect,
  canInsert,
  canUpdate,
}: ColumnPrivileges): Pick<ColumnFact, 'isUnreadable' | 'isUnwritable'> {
  return {
    ...(!canSelect && { isUnreadable: true }),
    ...(!canInsert && !canUpdate && { isUnwritable: true }),
  }
}
