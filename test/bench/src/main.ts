import { join } from 'node:path'
import { startBenchServer } from './data/bench-server.js'
import { closeConnections } from './driver/ask.js'
import { hasProcFiles } from './driver/processor.js'
import { type BenchOptions, help, readOptions } from './options.js'
import { installOurs } from './ours/install-ours.js'
import { startFakeService } from './peers/fake-service.js'
import { endProgress, showProgress } from './report/progress.js'
import { runBench } from './run-bench.js'

const onPackages: readonly string[] = ['agent', 'documents', 'growth']

async function main(options: BenchOptions): Promise<void> {
  if (!hasProcFiles) console.log('CPU and memory figures need Linux (/proc): they are left out.')
  if (options.sections.some(section => onPackages.includes(section))) {
    await installOurs(showProgress)
  }
  const logDir = join(options.dataDir, 'servers')
  const server = await startBenchServer(
    join(options.dataDir, 'postgres'),
    options.sections.includes('agent') ? ['bench', 'bench300', 'bench_json'] : [],
    showProgress,
  )
  const service = await startFakeService()
  try {
    const setting = { server, serviceUrl: service.url, logDir, progress: showProgress }
    process.exitCode = (await runBench(options, setting)) ? 0 : 1
  } finally {
    closeConnections()
    await service.stop()
    await server.stop()
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

try {
  const options = readOptions(process.argv.slice(2))
  if (options) await main(options)
  else console.log(help)
} catch (error) {
  endProgress()
  console.error((error as Error).message)
  process.exitCode = 1
}
