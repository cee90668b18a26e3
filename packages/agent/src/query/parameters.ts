/** Reads a parameter; one that is repeated reads as its values joined by commas. */
export type Parameters = (name: string) => string | undefined

/** Reads the parameters of a query string. */
export function parseParameters(query: string): Parameters {
  const values = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    const earlier = values.get(name)
    values.set(name, earlier === undefined ? value : `${earlier},${value}`)
  }
  return name => values.get(name)
}

/** Reads parameters from a plain object in a body, such as `all_records_subset_query`. */
export function parametersOfObject(object: Readonly<Record<string, unknown>>): Parameters {
  return name => {
    const value = Object.hasOwn(object, name) ? object[name] : undefined
    if (value === undefined || value === null) return undefined
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}

/** Uses the first source that has the parameter. */
export function combineParameters(...sources: readonly Parameters[]): Parameters {
  return name => {
    for (const source of sources) {
      const value = source(name)
      if (value !== undefined) return value
    }
    return undefined
  }
}

/** True unless absent, empty, `0` or `false`. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}
