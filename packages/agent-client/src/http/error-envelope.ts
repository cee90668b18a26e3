import { parseJson } from '@service/base'
/** The error information of a response. */
export interface ErrorEnvelope {
  readonly text: string
  readonly body: unknown
  readonly name?: string
  readonly detail?: string
  readonly data?: Readonly<Record<string, unknown>>
}

interface KnownBody {
  readonly errors?: readonly {
    readonly name?: string
    readonly detail?: string
    readonly data?: Readonly<Record<string, unknown>>
  }[]
  /** Set when an action failed. */
  readonly error?: string
}

/** Reads `{"errors":[{name, detail, data}]}`, and the `{"error"}` of actions. */
export function readErrorEnvelope(text: string): ErrorEnvelope {
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null) return { text, body }
  const { errors, error } = body as KnownBody
  const first = Array.isArray(errors) ? (errors[0] as NonNullable<typeof errors>[0]) : undefined
  const detail = first?.detail ?? (typeof error === 'string' ? error : undefined)
  return { text, body, name: first?.name, detail, data: first?.data }
}
