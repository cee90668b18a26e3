import type { ActionContext, CollectionCustomizer, FormElement } from '@service/agent'
import type { AgentData } from './agent-data.js'
import { makeSqlite } from './sqlite-file.js'

const tables = `
  create table people (id integer primary key, name varchar(40) not null);
  create table tasks (
    id integer primary key,
    title varchar(80) not null,
    state varchar(20) not null,
    note varchar(200),
    owner_id integer references people (id)
  );
`

/** How many tasks there are; suites choose different ones. */
const taskCount = 300

/** Tasks with an action for each kind of result, for each widget, and one that never responds. */
export async function makeEveryAction(folder: string): Promise<AgentData> {
  return makeSqlite(
    folder,
    database => {
      database.exec(tables)
      const addPerson = database.prepare('insert into people values (?, ?)')
      for (const [index, name] of ['Ana Costa', 'Ben Ito', 'Cleo Høst'].entries()) {
        addPerson.run([index + 1, name])
      }
      const addTask = database.prepare('insert into tasks values (?, ?, ?, ?, ?)')
      for (let id = 1; id <= taskCount; id++) {
        addTask.run([id, `Task ${String(id).padStart(3, '0')}`, 'open', null, (id % 3) + 1])
      }
    },
    agent => {
      agent.customizeCollection('tasks', tasks => {
        addResults(tasks)
        addForms(tasks)
        tasks.addAction('Every widget', {
          scope: 'Global',
          form: everyWidget,
          execute: ({ formValues }, result) =>
            result.success('Received.', { html: `<pre>${escapeHtml(formValues)}</pre>` }),
        })
      })
    },
  )
}

function escapeHtml(values: unknown): string {
  return JSON.stringify(values, null, 1).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

type Tasks = CollectionCustomizer

function addResults(tasks: Tasks): void {
  tasks
    .addAction('Close', {
      scope: 'Bulk',
      execute: async ({ collection, filter }, result) => {
        const count = await collection.update(filter, { state: 'closed' })
        return result.success(`Closed ${count}.`)
      },
    })
    .addAction('Assign to Ben', {
      scope: 'Single',
      execute: async ({ collection, filter }, result) => {
        await collection.update(filter, { owner_id: 2, note: 'Assigned' })
        return result.success('Ben has it.', {
          invalidated: ['owner'],
          html: '<h2>Handed over</h2><p style="color: teal">To <b>Ben</b>.</p>',
        })
      },
    })
    .addAction('Refuse', {
      scope: 'Single',
      form: [{ label: 'Why', type: 'String' }],
      execute: ({ formValues }, result) =>
        result.error(`Refused: ${formValues.Why ?? 'no reason'}.`, {
          html: '<p>Ask <i>Ana</i> first.</p>',
        }),
    })
    .addAction('Report', {
      scope: 'Global',
      generateFile: true,
      execute: (_context, result) => result.file(lines(), 'report ü.csv', 'text/csv'),
    })
    .addAction('Call a webhook', {
      scope: 'Single',
      form: [{ label: 'Address', type: 'String', isRequired: true }],
      execute: async ({ formValues, getRecordId }, result) =>
        result.webhook(String(formValues.Address), 'POST', {}, { task: await getRecordId() }),
    })
    .addAction('Open its owner', {
      scope: 'Single',
      execute: async ({ getRecord }, result) => {
        const { owner_id } = await getRecord(['owner_id'])
        return result.redirectTo(`/people/${owner_id}`)
      },
    })
    .addAction('Open elsewhere', {
      scope: 'Single',
      form: [{ label: 'Address', type: 'String', isRequired: true }],
      execute: ({ formValues }, result) => result.redirectTo(String(formValues.Address)),
    })
    .addAction('Never responds', {
      scope: 'Single',
      form: [{ label: 'Note', type: 'String' }],
      execute: () => new Promise<never>(() => {}),
    })
}

async function* lines() {
  yield 'id,title\n'
  for (let id = 1; id <= 1_000; id++) yield `${id},Task ${id}\n`
}

function addForms(tasks: Tasks): void {
  tasks
    .addAction('Plan', {
      scope: 'Single',
      description: 'Says when a task is done, and by whom.',
      submitButtonLabel: 'Plan it',
      form: [
        {
          type: 'Layout',
          component: 'Page',
          nextButtonLabel: 'Go on',
          elements: [
            { type: 'Layout', component: 'HtmlBlock', content: '<p>How <b>large</b> is it?</p>' },
            {
              type: 'Layout',
              component: 'Row',
              fields: [
                { label: 'Hours', type: 'Number', isRequired: true },
                { label: 'Urgent', type: 'Boolean', widget: 'Checkbox' },
              ],
            },
            {
              label: 'Size',
              type: 'String',
              isReadOnly: true,
              if: ({ formValues }) => Number(formValues.Hours) > 0,
              value: ({ formValues }) => (Number(formValues.Hours) > 8 ? 'large' : 'small'),
            },
          ],
        },
        {
          type: 'Layout',
          component: 'Page',
          previousButtonLabel: 'Size again',
          elements: [
            { label: 'Who', type: 'Collection', collectionName: 'people', isRequired: true },
            { type: 'Layout', component: 'Separator' },
            {
              label: 'Room',
              type: 'String',
              widget: 'Dropdown',
              search: 'dynamic',
              options: (_context, search) =>
                ['Attic', 'Cellar', 'Garden'].filter(room =>
                  room.toLowerCase().includes((search ?? '').toLowerCase()),
                ),
            },
          ],
        },
      ],
      execute: async ({ formValues }, result) =>
        result.success(
          `${formValues.Hours} hours, ${formValues.Size}, by ${formValues.Who}, in ${formValues.Room ?? 'no room'}.`,
        ),
    })
    .addAction('Rename', {
      scope: 'Single',
      form: [
        {
          label: 'Title',
          type: 'String',
          isRequired: true,
          defaultValue: async context => String(await context.getField('title')),
        },
        { label: 'Shout', type: 'Boolean', widget: 'Checkbox' },
        {
          label: 'Preview',
          type: 'String',
          isReadOnly: true,
          value: ({ formValues }) =>
            formValues.Shout ? String(formValues.Title).toUpperCase() : String(formValues.Title),
        },
      ],
      execute: async ({ collection, filter, formValues }, result) => {
        await collection.update(filter, { title: formValues.Preview })
        return result.success('Renamed.')
      },
    })
}

const options = ['one', { label: 'Two', value: 'two' }, 'three']

/** A field for each widget of the protocol. */
const everyWidget: readonly FormElement<ActionContext>[] = [
  { label: 'Dropdown', type: 'String', widget: 'Dropdown', options, search: 'static' },
  { label: 'Radio', type: 'String', widget: 'RadioGroup', options },
  { label: 'Checkboxes', type: 'StringList', widget: 'CheckboxGroup', options },
  { label: 'Checkbox', type: 'Boolean', widget: 'Checkbox' },
  { label: 'Text', type: 'String', widget: 'TextInput', placeholder: 'A text' },
  { label: 'Text area', type: 'String', widget: 'TextArea', rows: 3 },
  { label: 'Rich text', type: 'String', widget: 'RichText' },
  { label: 'Texts', type: 'StringList', widget: 'TextInputList' },
  { label: 'Number', type: 'Number', widget: 'NumberInput', min: 0, max: 10, step: 2 },
  { label: 'Numbers', type: 'NumberList', widget: 'NumberInputList' },
  { label: 'Price', type: 'Number', widget: 'CurrencyInput', currency: 'EUR', base: 'Unit' },
  { label: 'Colour', type: 'String', widget: 'ColorPicker' },
  { label: 'Day', type: 'Dateonly', widget: 'DatePicker' },
  { label: 'Time', type: 'Time', widget: 'TimePicker' },
  { label: 'Json', type: 'Json', widget: 'JsonEditor' },
  { label: 'File', type: 'File', widget: 'FilePicker', extensions: ['txt'], maxSizeMb: 1 },
  { label: 'Person', type: 'String', widget: 'UserDropdown' },
  { label: 'Address', type: 'String', widget: 'AddressAutocomplete' },
  { label: 'Moment', type: 'Date' },
  { label: 'Enum', type: 'Enum', enumValues: ['red', 'green'] },
  { label: 'Enums', type: 'EnumList', enumValues: ['red', 'green'] },
  { label: 'Task', type: 'Collection', collectionName: 'tasks' },
  { label: 'Files', type: 'FileList' },
]
