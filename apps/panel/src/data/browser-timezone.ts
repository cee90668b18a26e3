/** The time zone of this machine. */
export const browserTimezone: string = Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'
