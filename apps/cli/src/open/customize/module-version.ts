const parameter = 'customization'

/** The version of a module that belongs to a customization; undefined for other modules. */
export function readVersion(url: string | undefined): string | undefined {
  if (!url?.startsWith('file:')) return undefined
  return new URL(url).searchParams.get(parameter) ?? undefined
}

/** The address of a module in a version: Node.js loads each address once. */
export function withVersion(url: string, version: string): string {
  const versioned = new URL(url)
  versioned.searchParams.set(parameter, version)
  return versioned.href
}

/** A text in which modules are named by their paths. */
export function formatPaths(text: string): string {
  return text.replaceAll(/file:\/\/(\S+?)\?customization=\d+/g, (_, path: string) =>
    decodeURIComponent(path),
  )
}
