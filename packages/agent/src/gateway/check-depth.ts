import { ValidationError } from '@service/base'

const deepest = 100

/** Rejects JSON nested so deeply that processing it would exhaust the stack. */
export function checkDepth(depth: number): void {
  if (depth < deepest) return
  throw new ValidationError(`The body is nested more than ${deepest} levels deep.`)
}
