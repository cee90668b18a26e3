import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { chooseWorkloads } from '../driver/workloads.js'
import { measureWorkloads } from '../measure-workloads.js'
import type { BenchOptions } from '../options.js'
import { type Measured, nothingMeasured } from '../report/results.js'
import { stopTarget, type TargetSetting } from '../targets/start-targets.js'
import { startDocumentTargets } from './document-targets.js'
import { ensureDocuments } from './fill-documents.js'
import { measureExport } from './measure-export.js'
import { DATABASE, withDatabase } from './mongo-address.js'
import { mongoDatabase } from './mongo-database.js'
import { type MongoServer, startMongo } from './mongo-server.js'
import { readPlan } from './read-plan.js'

/** Measures documents of MongoDB through the agent, against the bare driver. */
export async function runDocuments(
  options: BenchOptions,
  setting: TargetSetting,
): Promise<Measured> {
  if (chooseWorkloads(options.workloads, 'documents').length === 0) return nothingMeasured
  const server = await startMongo(join(options.dataDir, 'mongo'))
  const client = new MongoClient(server.url)
  try {
    await ensureDocuments(client, setting.progress)
    return await measure(options, setting, server, client)
  } finally {
    await client.close()
    await server.stop()
  }
}

async function measure(
  options: BenchOptions,
  { logDir, progress }: TargetSetting,
  server: MongoServer,
  client: MongoClient,
): Promise<Measured> {
  const chosen = chooseWorkloads(options.workloads, 'documents')
  const url = withDatabase(server.url, DATABASE)
  progress('the plan of the sorted page')
  const plan = await readPlan(client, url, logDir)
  progress('starting the agent on documents and its limit')
  const targets = await startDocumentTargets(url, logDir)
  try {
    const database = mongoDatabase(server, client)
    const run = await measureWorkloads(options, database, targets, chosen)
    if (!chosen.some(({ name }) => name === 'docsCsv1m')) {
      return { ...run, documents: { server: server.version, ...plan } }
    }
    progress('memory of an export')
    const exportGrowth = await measureExport(targets[1])
    return { ...run, documents: { server: server.version, ...plan, exportGrowth } }
  } finally {
    await Promise.all(targets.map(stopTarget))
  }
}
