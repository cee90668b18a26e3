/** Of every command whose result scripts read. */
export const jsonOption = [
  '--json',
  'print one JSON document; an error is one too, on the error stream',
] as const
