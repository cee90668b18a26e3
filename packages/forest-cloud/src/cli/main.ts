#!/usr/bin/env node
import { runCli } from './run-cli.js'

const code = await runCli(process.argv)
// The code of a project may have left timers and connections open.
process.stdout.write('', () => process.exit(code))
