import { isDocument } from './document.js'

/*
 * A column of documents can contain the JSON value `null`, which differs from SQL null. It is
 * represented as `{"$json": null}`; a document of that form is wrapped once more.
 */

const NAME = '$json'

/**
 * Wraps JSON `null`, and documents that look like a wrapped one, for responses.
 *
 * @example
 * wrapJson(null) // { $json: null }
 */
export function wrapJson(document: unknown): unknown {
  return document === null || isWrapped(document) ? { [NAME]: document } : document
}

/**
 * Returns the document that `wrapJson` wrapped.
 *
 * @example
 * unwrapJson({ $json: null }) // null
 */
export function unwrapJson(value: unknown): unknown {
  return isWrapped(value) ? value[NAME] : value
}

function isWrapped(value: unknown): value is Readonly<Record<typeof NAME, unknown>> {
  return isDocument(value) && NAME in value && Object.keys(value).length === 1
}
