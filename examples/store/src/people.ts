import { createInProcessService, type InProcessService } from '@service/agent'

/** Who may use the shop's back office. Ids are those of the sign-in. */
export const people = {
  manager: { id: 1, email: 'manager@shop.example', roleId: 1 },
  support: { id: 2, email: 'support@shop.example', roleId: 2 },
}

export const rendering = 1

/** What the service calls the shop; its demo data are made under these names. */
export const projectName = 'Store'
export const environmentName = 'Development'

const everything = {
  browse: true,
  read: true,
  edit: true,
  add: true,
  delete: true,
  export: true,
}
const managers = { roles: [people.manager.roleId] }
const support = { roles: [people.support.roleId] }
const look = { ...everything, edit: managers, add: managers, delete: managers, export: managers }

/**
 * The service in the agent's process, for tests. Managers may do everything; support reads the
 * catalogue, answers reviews and works on orders, and its refunds wait for a manager.
 */
export function createShopService(): InProcessService {
  return createInProcessService({
    users: [
      { ...people.manager, firstName: 'Shop', lastName: 'Manager', permissionLevel: 'admin' },
      { ...people.support, firstName: 'Shop', lastName: 'Support' },
    ],
    roles: { [people.manager.roleId]: 'Manager', [people.support.roleId]: 'Support' },
    rights: {
      customers: look,
      addresses: look,
      suppliers: { ...everything, browse: managers, read: managers },
      categories: look,
      products: {
        ...look,
        actions: { 'Export stock': true, 'Change supplier': managers, 'Put on sale': managers },
      },
      shelves: look,
      tags: look,
      product_tags: look,
      // #region action-rights
      orders: {
        ...everything,
        delete: managers,
        actions: {
          'Mark as shipped': true,
          Refund: { trigger: true, requireApproval: support, approve: managers },
        },
      },
      // #endregion
      order_items: { ...everything, delete: managers },
      reviews: everything,
    },
  })
}
