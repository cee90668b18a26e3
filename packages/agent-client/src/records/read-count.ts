/** Reads `{"count":42}`, or `{"meta":{"count":"deactivated"}}` as null. */
export function readCount(body: unknown): number | null {
  const { count } = body as { readonly count?: number }
  return count === undefined ? null : Number(count)
}
