/** Session settings that make the text of values the same on every server. */
export const session = {
  timezone: 'UTC',
  datestyle: 'ISO',
  extra_float_digits: '1',
  bytea_output: 'hex',
} as const
