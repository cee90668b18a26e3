/** From the least to the most severe. */
export const logLevels = ['Debug', 'Info', 'Warn', 'Error'] as const

/** How severe a log line is. */
export type LogLevel = (typeof logLevels)[number]

/** Receives the log lines. */
export type Logger = (level: LogLevel, message: string, error?: unknown) => void
