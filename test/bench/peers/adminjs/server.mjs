// The peer AdminJS on Express. It runs without authentication, in its favour.
import AdminJSExpress from '@adminjs/express'
import Adapter, { Database, Resource } from '@adminjs/sql'
import AdminJS from 'adminjs'
import express from 'express'

const url = process.env.DATABASE_URL
const tables = 'companies customers addresses categories products order_items tags reviews'.split(
  ' ',
)

AdminJS.registerAdapter({ Database, Resource })
const options = { connectionString: url, database: new URL(url).pathname.slice(1) }
const database = await new Adapter('postgresql', options).init()

async function addCustomerLabel(response) {
  for (const record of response.records ?? []) {
    const customer = record.populated.customer_id?.params
    record.params.customer_label = `${customer?.first_name} ${customer?.last_name}`
  }
  return response
}

const admin = new AdminJS({
  rootPath: '/admin',
  resources: [
    ...tables.map(table => ({ resource: database.table(table) })),
    {
      resource: database.table('orders'),
      options: { actions: { list: { after: [addCustomerLabel] } } },
    },
  ],
})
const app = express()
app.use(admin.options.rootPath, AdminJSExpress.buildRouter(admin))
app.listen(Number(process.env.PORT), '127.0.0.1')
