import { ValidationError } from '@service/base'

/** A 400 for the value of one form field; `data.fields` has its message for clients. */
export function fieldError(id: string, message: string, options?: ErrorOptions): ValidationError {
  return new ValidationError(message, { ...options, data: { fields: { [id]: [message] } } })
}

/** Throws the first error; the messages of all fields are in its data. */
export function throwFieldErrors(errors: readonly unknown[]): void {
  if (errors.length === 0) return
  const [first] = errors
  if (!(first instanceof ValidationError) || errors.length === 1) throw first
  const fields = Object.assign({}, ...errors.map(readFields).reverse())
  throw new ValidationError(first.message, { cause: first.cause, data: { fields } })
}

function readFields(error: unknown): object {
  const data = error instanceof ValidationError ? error.data : undefined
  return (data as { fields?: object } | undefined)?.fields ?? {}
}
