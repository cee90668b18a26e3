import type { ConditionTree } from '@service/datasource-toolkit'
import { hideValues } from './explain.js'

/** Formats one write: the columns and the kind of condition, but no values. */
export function explainWrite(
  collection: string,
  verb: 'create' | 'update' | 'delete',
  { columns = [], where }: { readonly columns?: readonly string[]; readonly where?: ConditionTree },
  isOverridden: boolean,
): string {
  const written = columns.length > 0 ? `${collection}(${columns.join(', ')})` : collection
  const parts = [
    isOverridden ? 'override' : 'write   ',
    written,
    where && ` where ${hideValues(where)}`,
  ]
  return `${verb} ${collection}\n  ${parts.filter(Boolean).join(' ')}`
}
