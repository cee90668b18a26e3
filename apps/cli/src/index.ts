export type { CommandIo } from '@service/service/cli'
export { runCli } from './run-cli.js'
