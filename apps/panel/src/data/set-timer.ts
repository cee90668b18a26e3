/** Calls a function later; the result cancels it. */
export function setTimer(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}
