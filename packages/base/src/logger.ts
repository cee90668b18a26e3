/** From the most talkative to the gravest. */
export const logLevels = ['Debug', 'Info', 'Warn', 'Error'] as const

/** How grave a line of the log is. */
export type LogLevel = (typeof logLevels)[number]

/** Receives the lines of the log. */
export type Logger = (level: LogLevel, message: string, error?: unknown) => void
