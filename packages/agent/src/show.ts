const longest = 80

/** A value a client sent, as an error message repeats it: JSON, cut when it is long. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
