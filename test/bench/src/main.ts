import { join } from 'node:path'
import { installBefore } from './before/install-before.js'
import { startBenchServer } from './data/bench-server.js'
import { hasProcFiles } from './driver/processor.js'
import { type BenchOptions, help, readOptions } from './options.js'
import { installOurs } from './ours/install-ours.js'
import { startFakeService } from './peers/fake-service.js'
import { endProgress, showProgress } from './report/progress.js'
import { runBench } from './run-bench.js'
import { rootDir } from './servers/folders.js'

const onBenchData = ['agent', 'profile'] as const
const onPackages: readonly string[] = ['agent', 'documents', 'growth', 'profile']

async function main(options: BenchOptions): Promise<void> {
  if (!hasProcFiles) console.log('CPU and memory figures need Linux (/proc): they are left out.')
  if (options.sections.some(section => onPackages.includes(section))) {
    await installOurs(rootDir, showProgress)
  }
  if (options.before) await installBefore(options.before, showProgress)
  const logDir = join(options.dataDir, 'servers')
  const server = await startBenchServer(
    join(options.dataDir, 'postgres'),
    onBenchData.some(section => options.sections.includes(section))
      ? ['bench', 'bench300', 'bench_json']
      : [],
    showProgress,
  )
  const service = await startFakeService()
  try {
    const setting = { server, serviceUrl: service.url, logDir, progress: showProgress }
    process.exitCode = (await runBench(options, setting)) ? 0 : 1
  } finally {
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
