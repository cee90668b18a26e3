/**
 * Lists the names of time zones: those a person is likely to want first, then all in order.
 *
 * @example
 * listZones('Europe/Paris').slice(0, 2) // ['Europe/Paris', 'UTC']
 */
export function listZones(...likely: readonly string[]): readonly string[] {
  return [...new Set([...likely, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}
