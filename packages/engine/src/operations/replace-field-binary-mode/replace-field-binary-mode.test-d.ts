import type { CollectionCustomizer } from '../collection-customizer.js'

type Files = {
  readonly files: {
    readonly columns: { id: number; checksum: Uint8Array | null }
    readonly toOne: object
    readonly toMany: object
  }
}

declare const files: CollectionCustomizer<Files, 'files'>
declare const untyped: CollectionCustomizer

files.replaceFieldBinaryMode('checksum', 'hex').replaceFieldBinaryMode('checksum', 'datauri')
untyped.replaceFieldBinaryMode('anything', 'hex')

// @ts-expect-error a column that does not exist
files.replaceFieldBinaryMode('nope', 'hex')
// @ts-expect-error a mode that does not exist
files.replaceFieldBinaryMode('checksum', 'base64')
