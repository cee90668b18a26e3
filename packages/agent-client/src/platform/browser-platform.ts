import type { Platform } from './platform.js'

export const browserPlatform: Platform = {
  async readSchemaFile() {
    throw new TypeError(
      "A browser has no files: set the option 'schema' of the client instead of 'schemaPath'.",
    )
  },
  async writeBody(body, target, signal) {
    if (target instanceof WritableStream) return body.pipeTo(target, { signal })
    throw new TypeError('In a browser, records are exported to a WritableStream.')
  },
}
