import { createMongoDataSource } from '@service/datasource-mongo'
import { startEmbeddedMongo, startMongoReplica } from '@service/test-support'
import { MongoClient } from 'mongodb'
import type { AgentData } from './agent-data.js'

/** Documents of a MongoDB. Undefined when none is installed. */
export async function makeDocuments(): Promise<AgentData | undefined> {
  const server = (await startMongoReplica()) ?? (await startEmbeddedMongo())
  if (!server) return undefined
  const url = new URL(server.url)
  url.pathname = '/library'
  const client = await MongoClient.connect(url.href)
  try {
    const books = Array.from({ length: 120 }, (_, index) => ({
      title: `Book ${String(index + 1).padStart(3, '0')}`,
      year: 1900 + index,
      isLent: index % 2 === 0,
      tags: ['paper', index % 3 === 0 ? 'old' : 'new'],
      publisher: { name: `House ${index % 7}`, city: 'Lyon' },
      addedAt: new Date(Date.UTC(2026, 0, 1 + (index % 28))),
    }))
    await client.db().collection('books').insertMany(books)
    await client
      .db()
      .collection('readers')
      .insertMany([{ name: 'Ana' }, { name: 'Ben', favourite: 'Book 001', scores: [1, 2] }])
  } finally {
    await client.close()
  }
  return {
    addTo: agent => void agent.addDataSource(createMongoDataSource(url.href)),
    close: () => server.stop(),
  }
}
