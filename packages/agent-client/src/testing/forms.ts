import type { Agent } from '@service/agent'

/** Actions with every kind of field, and charts of every kind. */
export function addForms(agent: Agent): void {
  agent.customizeCollection('orders', orders =>
    orders
      .addSegment('Large', { field: 'total', operator: 'GreaterThan', value: 15 })
      .addAction('Echo', {
        scope: 'Bulk',
        form: [
          { label: 'Text', type: 'String', isRequired: true },
          { label: 'Number', type: 'Number', defaultValue: 3 },
          { label: 'Json', type: 'Json' },
          { label: 'Texts', type: 'StringList' },
          { label: 'Numbers', type: 'NumberList' },
          { label: 'Day', type: 'Dateonly' },
          { label: 'Moment', type: 'Date' },
          { label: 'File', type: 'File' },
          { label: 'Files', type: 'FileList' },
          { label: 'Customer', type: 'Collection', collectionName: 'customers' },
          { label: 'Size', type: 'Enum', enumValues: ['S', 'M', 'L'] },
          {
            label: 'Colour',
            type: 'String',
            widget: 'ColorPicker',
            enableOpacity: true,
            quickPalette: ['#ff0000'],
          },
          { label: 'Sure', type: 'Boolean', widget: 'Checkbox' },
          {
            label: 'Extras',
            type: 'StringList',
            widget: 'CheckboxGroup',
            options: [{ label: 'Gift wrap', value: 'wrap' }, 'card'],
          },
          {
            label: 'Speed',
            type: 'String',
            widget: 'RadioGroup',
            options: [
              { label: 'By air', value: 'air' },
              { label: 'By sea', value: 'sea' },
            ],
          },
          {
            label: 'Shop',
            type: 'String',
            widget: 'Dropdown',
            options: ['north', 'south'],
          },
          { label: 'Fixed', type: 'String', isReadOnly: true, defaultValue: 'as it is' },
        ],
        execute: ({ formValues }, resultBuilder) =>
          resultBuilder.success(JSON.stringify(formValues), { html: '<b>done</b>' }),
      })
      .addAction('Refund', {
        scope: 'Single',
        form: [
          { label: 'Reason', type: 'Enum', enumValues: ['Late', 'Other'], isRequired: true },
          {
            label: 'Details',
            type: 'String',
            isRequired: true,
            if: ({ formValues }) => formValues.Reason === 'Other',
          },
        ],
        execute: async (context, resultBuilder) => {
          const [id] = await context.getRecordIds()
          if (context.formValues.Reason === 'Late') {
            return resultBuilder.error('Too late', { html: '<i>no</i>' })
          }
          return resultBuilder.success(`${id}: ${context.formValues.Details}`)
        },
      })
      .addAction('Paged', {
        scope: 'Global',
        form: [
          {
            type: 'Layout',
            component: 'Page',
            nextButtonLabel: 'On',
            elements: [
              { type: 'Layout', component: 'HtmlBlock', content: '<p>One</p>' },
              { type: 'Layout', component: 'Separator' },
              {
                type: 'Layout',
                component: 'Row',
                fields: [
                  { label: 'Left', type: 'String' },
                  { label: 'Right', type: 'String' },
                ],
              },
            ],
          },
          {
            type: 'Layout',
            component: 'Page',
            previousButtonLabel: 'Back',
            elements: [
              {
                label: 'Owner',
                type: 'String',
                widget: 'Dropdown',
                search: 'dynamic',
                options: (_, text) => ['Ada', 'Bob'].filter(name => name.includes(text ?? '')),
              },
            ],
          },
        ],
        execute: ({ formValues }, resultBuilder) =>
          resultBuilder.success(String(formValues.Owner ?? '')),
      })
      .addAction('Count', {
        scope: 'Bulk',
        execute: async ({ getRecordIds }, resultBuilder) =>
          resultBuilder.success(`${(await getRecordIds()).join(' ')}`),
      })
      .addAction('Download', {
        scope: 'Global',
        generateFile: true,
        execute: (_, resultBuilder) => resultBuilder.file('a,b\n', 'stück.csv', 'text/csv'),
      })
      .addAction('Leave', {
        scope: 'Global',
        execute: (_, resultBuilder) => resultBuilder.redirectTo('/elsewhere'),
      })
      .addAction('Call', {
        scope: 'Global',
        execute: (_, resultBuilder) =>
          resultBuilder.webhook('https://example.com/hook', 'POST', { 'x-a': 'b' }, { c: 1 }),
      })
      .addChart('spent', ({ recordId, parameters }, resultBuilder) =>
        resultBuilder.value(Number(recordId) * Number(parameters.times ?? 1)),
      ),
  )
  agent
    .addChart('value', (_, result) => result.value(3, 1))
    .addChart('parts', (_, result) => result.distribution({ a: 1, b: 2 }))
    .addChart('percentage', (_, result) => result.percentage(12.5))
    .addChart('objective', (_, result) => result.objective(1, 2))
    .addChart('board', (_, result) => result.leaderboard({ a: 1, b: 2 }))
    .addChart('time', (_, result) => result.timeBased('Month', [{ date: '2024-01-01', value: 4 }]))
    .addChart('lines', (_, result) =>
      result.multipleTimeBased(
        'Month',
        ['2024-01-01', '2024-02-01'],
        [{ label: 'a', values: [1, 2] }],
      ),
    )
    .addChart('smart', (_, result) => result.smart({ any: ['json'] }))
}
