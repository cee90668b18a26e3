import type { Writable } from 'node:stream'
import type { AgentClient } from '@service/agent-client'

/** Events, by what their orders are. */
export async function askForEvents(client: AgentClient) {
  const events = client.collection('events')
  // #region events
  const dearest = await events.list({
    filters: { field: 'order:status', operator: 'Equal', value: 'paid' },
    sort: { field: 'order:total', ascending: false },
    fields: ['kind', 'at', 'order:reference', 'order:total'],
  })
  const number = await events.count({
    filters: { field: 'order:status', operator: 'Equal', value: 'paid' },
  })
  // #endregion
  return { dearest, number }
}

/** Orders, by what happened to them. */
export async function askForOrders(client: AgentClient) {
  const orders = client.collection('orders')
  // #region orders
  const latest = await orders.list({
    filters: { field: 'delivery:by', operator: 'Equal', value: 'DHL' },
    sort: { field: 'delivered_at', ascending: false },
    fields: ['reference', 'delivered_at', 'delivery:by'],
  })
  const underway = await orders.list({
    filters: { field: 'last_event:kind', operator: 'Equal', value: 'shipped' },
    sort: { field: 'last_event:at', ascending: true },
    fields: ['reference', 'last_event:kind', 'last_event:at'],
  })
  // #endregion
  return { latest, underway }
}

/** The events of one order, and what a text is found in on the far side. */
export async function askAcross(client: AgentClient, orderId: number, reference: string) {
  // #region related
  const history = await client
    .collection('orders')
    .relation('events', orderId)
    .list({
      sort: { field: 'at', ascending: true },
      fields: ['kind', 'at', 'by'],
    })
  const found = await client.collection('events').list({
    search: reference,
    shouldSearchInRelation: true,
    fields: ['kind', 'order:reference'],
  })
  // #endregion
  return { history, found }
}

/** All events of paid orders as CSV, with columns of both databases. */
export async function exportEvents(client: AgentClient, target: Writable): Promise<void> {
  // #region export
  await client.collection('events').exportCsv(target, {
    filters: { field: 'order:status', operator: 'Equal', value: 'paid' },
    sort: { field: 'at', ascending: true },
    fields: ['kind', 'at', 'order:reference', 'order:total'],
  })
  // #endregion
}
