/**
 * Returns an object's own member of this name; undefined when there is none, even for names that
 * every object inherits.
 *
 * @example
 * ownValue({ id: 1 }, 'constructor') // undefined
 */
export function ownValue<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}
