import { unknownOption, ValidationError } from '@service/base'

/** Refuses what is no object, and members that nobody would read; `name` is what is defined. */
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
