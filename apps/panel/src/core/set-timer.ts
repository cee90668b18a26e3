/** Calls a function later; the result cancels it. */
export type SetTimer = (run: () => void, milliseconds: number) => () => void
