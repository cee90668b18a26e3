import { unknownOption, ValidationError } from '@service/base'
import type { PlainListFilter } from './collection-context.js'

/** `related` is in the filter that actions on related records receive. */
const members = ['conditionTree', 'search', 'searchExtended', 'segment', 'related']
const listMembers = [...members, 'sort', 'page']

/** Throws on a filter with an unknown member, which would otherwise select every record. */
export function knownFilter<F extends PlainListFilter>(filter: F, use?: 'list'): F {
  const problem = unknownOption(filter, use === 'list' ? listMembers : members, 'a filter')
  if (problem) throw new ValidationError(problem)
  return filter
}
