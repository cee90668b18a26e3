/** In seconds; the last one stays. */
const delays = [3, 6, 12, 30, 60]

/**
 * Chooses how many milliseconds to wait before the stream is opened again. Browsers that lost it together do not come back
 * together. What the service asks for is the least.
 */
export function chooseReconnectDelay(
  failures: number,
  random: number,
  retryAfterSeconds = 0,
): number {
  const seconds = delays[Math.min(failures, delays.length - 1)] ?? 0
  const spread = seconds * (0.5 + random / 2)
  return Math.round(1_000 * (retryAfterSeconds > 0 ? retryAfterSeconds * (1 + random / 2) : spread))
}
