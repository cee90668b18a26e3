import { createInProcessService } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'

export const options = () => ({
  authSecret: process.env.SERVICE_AUTH_SECRET,
  envSecret: process.env.SERVICE_ENV_SECRET,
  schemaPath: process.env.SCHEMA_PATH,
  service: createInProcessService({
    users: [{ id: 1, email: 'ada@example.com', roleId: 1 }],
    rights: true,
  }),
})

export const createBooks = () =>
  createMemoryDataSource({
    books: {
      columns: {
        id: { type: 'Number', isPrimaryKey: true, isGenerated: true },
        title: 'String',
      },
      records: Array.from({ length: 5000 }, (_, index) => ({
        id: index + 1,
        title: `Book ${index + 1}`,
      })),
    },
  })
