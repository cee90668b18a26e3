import type { Page } from 'playwright-core'

/** A screen of the panel: where it is and what brings it up. */
export interface PanelScreen {
  readonly name: string
  /** Below the place. */
  readonly path: string
  /** What to do until the screen is there. */
  readonly open: (page: Page) => Promise<unknown>
  /** What to do before another screen is opened. */
  readonly close?: (page: Page) => Promise<unknown>
  /** Absent: at every width. */
  readonly isWideOnly?: boolean
}

/** Console errors of what screens provoke. */
export const provoked = /status of (409|500)/

const waitForRows = (page: Page) => page.getByText('ORD-002000').first().waitFor()

const waitForCards = (page: Page) =>
  page.getByRole('list', { name: 'Cards' }).getByText('Cork mirror').first().waitFor()

async function press(page: Page, key: string): Promise<void> {
  await waitForRows(page)
  await page.keyboard.press(key)
}

async function editLayout(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of / }).click()
  await page.getByRole('menuitem', { name: 'Edit layout' }).click()
  await page.getByRole('complementary', { name: 'Layout of this screen' }).waitFor()
}

/** Responds in place of the agent to requests with `text` in their body. */
async function respond(
  page: Page,
  address: RegExp,
  text: string,
  response: { readonly status: number; readonly json: object },
): Promise<void> {
  await page.route(address, route => {
    if (!route.request().postData()?.includes(text)) return route.continue()
    return route.fulfill({ ...response, headers: { 'access-control-allow-origin': '*' } })
  })
}

const savesOfOrder = /\/orders\/1990\?/
const batches = /\/_batch$/

/** What the agent says when somebody else changed the reference meanwhile. */
const staleReference = {
  status: 409,
  json: { errors: [{ code: 'stale_record', data: { current: { reference: 'ORD-001992' } } }] },
}

const orderFile = Buffer.from(
  'Reference;Customer ID;Status;Total;Ordered at\nORD-900001;12;paid;1.848,82;31.12.2026 14:30\n',
)

const news = /\/environments\/\d+\?wait=/

/** Opens a step of the wizard for the environment of the shop. Its question for news would never end. */
async function openConnected(page: Page): Promise<void> {
  await page.route(news, route => route.fulfill({ status: 204 }))
  await page.reload()
  await page.getByText('Everything works.').waitFor()
}

const connectShop = '../../../connect?environment=1&host=express&database=postgresql'

/** One line for each screen. */
export const screens: readonly PanelScreen[] = [
  { name: 'list', path: 'data/orders', open: waitForRows },
  {
    name: 'record beside the list',
    path: 'data/orders?peek=2000',
    open: page => page.getByText('Delivery address').first().waitFor(),
  },
  {
    name: 'record',
    path: 'data/orders/2000',
    open: page => page.getByText('Delivery address').first().waitFor(),
  },
  {
    name: 'notes on a record',
    path: 'data/orders/1999/~timeline',
    open: async page => {
      await page.getByText('the parcel came four days late').first().waitFor()
      await page.keyboard.press('n')
      await page.getByRole('textbox', { name: 'Write a note' }).waitFor()
      await page.keyboard.type('@warehouse')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'notifications',
    path: 'settings/notifications',
    open: page => page.getByText('This service has no mail server').waitFor(),
  },
  {
    name: 'inbox',
    path: 'inbox',
    open: page => page.getByText('what do you prefer?').first().waitFor(),
  },
  {
    name: 'dashboard',
    path: 'dashboards',
    open: async page => {
      await page.getByText(/as of/).waitFor()
      await page.getByRole('article', { name: 'Orders by status' }).getByRole('img').waitFor()
    },
  },
  {
    name: 'charts of a record',
    path: 'data/customers/2/~charts',
    open: page => page.getByRole('article', { name: 'Spending' }).getByRole('img').waitFor(),
  },
  {
    name: 'filter builder',
    path: 'data/orders',
    open: async page => {
      await press(page, 'f')
      await page.getByRole('button', { name: 'Apply' }).waitFor()
    },
  },
  {
    name: 'columns',
    path: 'data/orders',
    isWideOnly: true,
    open: async page => {
      await waitForRows(page)
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'views',
    path: 'data/orders',
    open: async page => {
      await press(page, 'v')
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'export',
    path: 'data/orders',
    isWideOnly: true,
    open: async page => {
      await waitForRows(page)
      await page.getByRole('button', { name: 'Export as CSV' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'bulk edit',
    path: 'data/orders',
    isWideOnly: true,
    open: async page => {
      await waitForRows(page)
      await page.getByRole('row').nth(1).getByRole('checkbox').check()
      const bar = page.getByRole('region', { name: /Selection/ })
      await bar.getByRole('button', { name: /Edit/ }).click()
      await page.getByRole('dialog').getByRole('combobox').selectOption('status')
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'import',
    path: 'data/orders',
    open: async page => {
      await waitForRows(page)
      await page.getByRole('button', { name: 'Import from CSV' }).click()
      const file = page.getByRole('dialog').locator('input[type=file]')
      await file.setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: orderFile })
      await page.getByRole('dialog').getByText('ORD-900001').waitFor()
    },
  },
  {
    name: 'create form',
    path: 'data/orders',
    open: async page => {
      await press(page, 'c')
      await page.getByRole('dialog').getByLabel('Reference').waitFor()
    },
  },
  {
    name: 'edit form',
    path: 'data/orders/1990',
    open: async page => {
      await page.getByText('Delivery address').first().waitFor()
      await page.keyboard.press('e')
      await page.getByLabel('Reference').first().waitFor()
    },
  },
  {
    name: 'conflict',
    path: 'data/orders/1990',
    open: async page => {
      await respond(page, savesOfOrder, 'ORD-001991', staleReference)
      await page.getByText('Delivery address').first().waitFor()
      await page.keyboard.press('e')
      await page.getByLabel('Reference').first().fill('ORD-001991')
      await page.keyboard.press('Control+s')
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
    close: page => page.unroute(savesOfOrder),
  },
  {
    name: 'delete question',
    path: 'data/orders/1990',
    open: async page => {
      await page.getByText('Delivery address').first().waitFor()
      await page.getByRole('button', { name: 'More for this record' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor()
    },
  },
  {
    name: 'related list',
    path: 'data/customers/2/orders',
    open: async page => {
      await page
        .getByRole('checkbox', { name: /Select ORD-/ })
        .first()
        .check()
      await page.getByText('1 selected').waitFor()
    },
  },
  {
    name: 'action',
    path: 'data/orders/1990',
    open: async page => {
      await page.getByText('Delivery address').first().waitFor()
      await page
        .getByRole('button', { name: /^Refund/ })
        .first()
        .click()
      await page.getByRole('dialog').getByLabel('Amount').waitFor()
    },
  },
  {
    name: 'layout editor',
    path: 'data/orders',
    open: async page => {
      await waitForRows(page)
      await editLayout(page)
    },
  },
  {
    name: 'layout editor of a record',
    path: 'data/orders/2000',
    isWideOnly: true,
    open: async page => {
      await page.getByText('Delivery address').first().waitFor()
      await editLayout(page)
    },
  },
  {
    name: 'layout history',
    path: 'data/orders',
    open: async page => {
      await waitForRows(page)
      await editLayout(page)
      await page.getByRole('button', { name: 'History, copies and files' }).click()
      await page.getByRole('menuitem', { name: 'History' }).click()
      await page.getByRole('dialog').getByText('published now').waitFor()
    },
  },
  {
    name: 'palette',
    path: 'data/orders',
    open: async page => {
      await press(page, 'Control+k')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'help',
    path: 'data/orders',
    open: async page => {
      await press(page, '?')
      await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
  {
    name: 'selection',
    path: 'data/orders',
    isWideOnly: true,
    open: async page => {
      await press(page, 'j')
      await page.keyboard.press('x')
      await page.getByText('1 selected').waitFor()
    },
  },
  {
    name: 'approvals',
    path: 'approvals',
    open: page =>
      page
        .getByRole('listitem')
        .getByText(/Support Lead/)
        .first()
        .waitFor(),
  },
  {
    name: 'approval',
    path: 'approvals/3',
    open: page => page.getByRole('link', { name: 'ORD-001996' }).waitFor(),
  },
  {
    name: 'settings sso',
    path: 'settings/sso',
    open: page => page.getByLabel('Issuer').waitFor(),
  },
  {
    name: 'settings ip-rules',
    path: 'settings/ip-rules',
    open: page => page.getByText('Your address, as the service sees it').waitFor(),
  },
  {
    name: 'settings retention',
    path: 'settings/retention',
    open: page => page.getByLabel('Forever').first().waitFor(),
  },
  {
    name: 'settings jobs',
    path: 'settings/jobs',
    open: page => page.getByRole('button', { name: 'Verify the logs' }).waitFor(),
  },
  {
    name: 'settings clients',
    path: 'settings/clients',
    open: page => page.getByLabel('Show those that ended').waitFor(),
  },
  {
    name: 'settings own-clients',
    path: 'settings/own-clients',
    open: page => page.getByLabel('Show those that ended').waitFor(),
  },
  {
    name: 'activity log',
    path: 'settings/activity-logs',
    open: page => page.getByRole('row').nth(3).waitFor(),
  },
  {
    name: 'entry of the admin log',
    path: 'settings/admin-logs?resource=role',
    open: async page => {
      // By a key: on a low screen the row may be below the head of the table.
      await page.getByRole('row').nth(1).getByRole('link').press('Enter')
      await page.getByRole('dialog').getByText('Unchanged').waitFor()
    },
  },
  {
    name: 'nothing matches',
    path: 'data/orders?q=nothing-is-called-so',
    open: page => page.getByText('Nothing matches').waitFor(),
  },
  {
    name: 'roles',
    path: 'settings/roles',
    open: page => page.locator('tbody').getByText('orders', { exact: true }).waitFor(),
  },
  {
    name: 'rights on a collection',
    path: 'settings/roles',
    open: async page => {
      await page.getByRole('button', { name: 'orders', exact: true }).click()
      await page.getByRole('dialog').getByText('Refund').waitFor()
    },
  },
  {
    name: 'review of rights',
    path: 'settings/roles',
    open: async page => {
      await page.locator('tbody tr').nth(1).getByRole('checkbox').first().click()
      await page.getByRole('button', { name: 'Review and save' }).click()
      await page.getByRole('dialog').locator('tbody tr').first().waitFor()
    },
    close: async page => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Discard' }).click()
    },
  },
  {
    name: 'scopes',
    path: 'settings/scopes',
    open: page => page.getByText('reaches all records').waitFor(),
  },
  {
    name: 'scope builder',
    path: 'settings/scopes',
    open: async page => {
      await page.getByRole('button', { name: 'New scope' }).click()
      await page.getByRole('dialog').getByRole('combobox').first().selectOption('orders')
      await page.getByRole('dialog').getByText('of 2,000 orders').waitFor()
    },
  },
  {
    name: 'dashboard editor',
    path: 'dashboards/1/edit',
    open: waitForCards,
  },
  {
    name: 'chart form',
    path: 'dashboards/1/edit',
    open: async page => {
      await waitForCards(page)
      await page.getByRole('button', { name: /Card Revenue\W*$/ }).click()
      await page.getByRole('menuitem', { name: 'Edit chart' }).click()
      const preview = page.getByRole('region', { name: 'Preview' })
      await preview.getByText('Before').first().waitFor()
    },
  },
  {
    name: 'connect a project',
    path: '../../../connect',
    open: page => page.getByRole('textbox', { name: 'Name of the project' }).waitFor(),
  },
  {
    name: 'connect a database',
    path: '../../../connect?environment=1',
    open: page => page.getByRole('group', { name: 'Which database?' }).waitFor(),
  },
  {
    name: 'connect code',
    path: connectShop,
    open: openConnected,
    close: page => page.unroute(news),
  },
  {
    name: 'connect test',
    path: connectShop,
    open: async page => {
      await openConnected(page)
      await page.getByRole('button', { name: 'Invite colleagues' }).scrollIntoViewIfNeeded()
    },
    close: page => page.unroute(news),
  },
  {
    name: 'settings people',
    // People of other suites would fill the first page.
    path: 'settings/people?q=shop.example',
    open: page => page.getByRole('link', { name: 'Shop Manager' }).waitFor(),
  },
  {
    name: 'settings person',
    path: 'settings/people/1',
    open: page => page.getByRole('button', { name: 'Save' }).waitFor(),
  },
  {
    name: 'settings invite',
    path: 'settings/people',
    open: async page => {
      await page.getByRole('button', { name: 'Invite' }).click()
      await page.getByRole('dialog').getByLabel('Role').waitFor()
    },
  },
  {
    name: 'settings teams',
    path: 'settings/teams',
    open: page => page.getByRole('link', { name: 'Warehouse' }).waitFor(),
  },
  {
    name: 'settings project',
    path: 'settings/project',
    open: page => page.getByRole('table').getByRole('link').first().waitFor(),
  },
  {
    name: 'settings API tokens',
    path: 'settings/api-tokens',
    open: page => page.getByRole('row', { name: /npm start/ }).waitFor(),
  },
  {
    name: 'settings personal tokens',
    path: 'settings/personal-tokens',
    open: page => page.getByText('There are no tokens').waitFor(),
  },
  {
    name: 'settings environments',
    path: 'settings/environments',
    open: page => page.getByRole('table').getByRole('link').first().waitFor(),
  },
  {
    name: 'settings environment',
    path: 'settings/environments/1',
    open: page => page.getByRole('button', { name: 'Create a new secret' }).waitFor(),
  },
  {
    name: 'settings profile',
    path: 'settings/profile',
    open: page => page.getByLabel('First name').waitFor(),
  },
  {
    name: 'settings security',
    path: 'settings/security',
    open: async page => {
      await page.getByRole('heading', { name: 'Two factors' }).waitFor()
      await page.getByText('This one').waitFor()
      await page.getByRole('heading', { name: 'History' }).waitFor()
    },
  },
  {
    name: 'an old link',
    path: 'data/orders?filter=gone.equal.1&cols=reference,gone',
    open: page =>
      page
        .getByText(/not available/i)
        .first()
        .waitFor(),
  },
  {
    name: 'a record that is gone',
    path: 'data/orders/999999',
    open: page => page.getByText('This record does not exist').first().waitFor(),
  },
  {
    name: 'error',
    path: 'data/orders',
    open: async page => {
      await respond(page, batches, '"/orders"', { status: 500, json: {} })
      await page.reload()
      await page.getByRole('button', { name: 'Try again' }).first().waitFor()
    },
    close: page => page.unroute(batches),
  },
  {
    name: 'an unknown address',
    path: 'nowhere/at/all',
    open: page => page.getByText('There is nothing at this address').waitFor(),
  },
]
