/**
 * The member of an object that has this name; undefined where it has none, also when the name is one
 * that every object inherits.
 *
 * @example
 * ownValue({ id: 1 }, 'constructor') // undefined
 */
export function ownValue<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}
