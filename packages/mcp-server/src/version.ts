import { createRequire } from 'node:module'

// Beside the entry point: the files that are published are bundles, which lie there too.
const manifest = createRequire(import.meta.url)('../package.json') as { readonly version: string }

export const version: string = manifest.version
