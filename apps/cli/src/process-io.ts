import type { CommandIo } from '@service/service/cli'

/** The standard streams and environment of this process. */
export const processIo: CommandIo = {
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
}
