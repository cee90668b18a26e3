/** A form is not sent: something is missing, and its field says so. */
export class IncompleteError extends Error {
  override readonly name = 'IncompleteError'
}
