import { createRequire } from 'node:module'

// This file is in the folder of the entry point, as published bundles are: the path is the same for both.
const manifest = createRequire(import.meta.url)('../package.json') as { readonly version: string }

export const version: string = manifest.version
