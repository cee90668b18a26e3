import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'

/**
 * Loaded before a program whose time is to be explained: one SIGUSR2 starts the profiler, the next one stops it
 * and writes what it found to the file that PROFILE_FILE names.
 */
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.setSamplingInterval', { interval: 200 })

let isRunning = false
process.on('SIGUSR2', () => {
  if (!isRunning) session.post('Profiler.start')
  else {
    session.post('Profiler.stop', (_, { profile }) =>
      writeFileSync(process.env.PROFILE_FILE ?? '', JSON.stringify(profile)),
    )
  }
  isRunning = !isRunning
})
