import { isDocument } from './document.js'

/*
 * A column of documents may hold the document `null`, which is not the absence of a document. It
 * travels as `{"$json": null}`; a document that itself has this form is wrapped once more.
 */

const NAME = '$json'

/**
 * A document as it travels: `null` and what would be taken for it are wrapped.
 *
 * @example
 * wrapJson(null) // { $json: null }
 */
export function wrapJson(document: unknown): unknown {
  return document === null || isWrapped(document) ? { [NAME]: document } : document
}

/**
 * The document behind what travels.
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
