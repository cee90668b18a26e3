interface Page {
  readonly document?: { readonly documentElement: { readonly dataset: { readonly base?: string } } }
}

/**
 * The path below which the service is served, such as `/backoffice`; empty when it has a host of its own. The page
 * names it, and every address that leaves the panel begins with it.
 */
export const basePath: string = (globalThis as Page).document?.documentElement.dataset.base ?? ''

/** A path of this page as the service knows it. */
export const removeBasePath = (path: string): string => path.slice(basePath.length)
