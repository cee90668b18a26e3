import { unknownOption, ValidationError } from '@service/base'
import type { PlainListFilter } from './collection-context.js'

/** `related` is in the filter that actions of related records get. */
const members = ['conditionTree', 'search', 'searchExtended', 'segment', 'related']
const listMembers = [...members, 'sort', 'page']

/** Refuses a filter with a member nobody reads: it would mean every record. */
export function knownFilter<F extends PlainListFilter>(filter: F, use?: 'list'): F {
  const problem = unknownOption(filter, use === 'list' ? listMembers : members, 'a filter')
  if (problem) throw new ValidationError(problem)
  return filter
}
