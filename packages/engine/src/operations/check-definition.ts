import { unknownOption, ValidationError } from '@service/base'

/** Throws on a value that is not an object, and on unknown members; `name` is what is defined. */
export function checkDefinition(
  name: string,
  definition: unknown,
  members: readonly string[],
): asserts definition is object {
  if (typeof definition !== 'object' || definition === null) {
    throw new ValidationError(`'${name}' needs an object of options: ${members.join(', ')}.`)
  }
  const problem = unknownOption(definition, members, `'${name}'`)
  if (problem) throw new ValidationError(problem)
}
