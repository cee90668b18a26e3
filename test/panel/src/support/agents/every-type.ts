import { createSqlDataSource } from '@service/datasource-sql'
import { createPglite } from '@service/test-support'
import type { AgentData } from './agent-data.js'

const types = `
create type mood as enum ('calm', 'busy', 'it''s a long one');
create table every_type (
  id serial primary key,
  name varchar(60) not null,
  a_smallint smallint,
  an_integer integer,
  a_bigint bigint,
  a_numeric numeric,
  an_amount numeric(12, 2),
  currency char(3),
  a_real real,
  a_double double precision,
  a_boolean boolean,
  a_text text,
  a_char char(4),
  a_uuid uuid,
  a_date date,
  a_time time,
  a_timestamp timestamp,
  a_timestamptz timestamptz,
  an_interval interval,
  a_json json,
  a_jsonb jsonb,
  a_bytea bytea,
  a_mood mood,
  some_moods mood[],
  some_texts text[],
  some_numbers integer[],
  a_point point,
  an_inet inet,
  email text,
  website text,
  phone text,
  colour text,
  country char(2),
  image_url text,
  rating integer,
  password_hash text
);
insert into every_type values (
  1, 'All of them', 1, 2, 9007199254740993, 1234567890.123, 1848.82, 'EUR', 1.5, 2.25, true,
  E'Two lines\\nof text', 'abcd', '6f1c7d1a-31c4-4bb5-8fd2-6ddc2a9a2f11', '2026-02-28', '13:37:00',
  '2026-02-28 13:37:00', '2026-02-28 13:37:00+01', '3 days 04:05:06', '{"a": [1, 2, {"b": null}]}',
  '{"theme": "dark", "languages": ["en", "fr"]}', '\\x00ff10', 'busy', '{calm,busy}', '{one,"two, three"}',
  '{1,2,3}', '(2.35,48.85)', '192.168.0.1', 'ana@example.com', 'https://example.com/a?b=c',
  '+33 1 23 45 67 89', '#245fd4', 'FR', 'https://example.com/picture.png', 4, 'x-secret-x'
);
insert into every_type (id, name) values (2, 'None of them');
select setval('every_type_id_seq', 100);
`

/** Values that no widget expects: each has a name that says what it is. */
const awkward = `
create table awkward_values (
  id serial primary key,
  name text not null,
  required_text text,
  a_date date,
  a_timestamptz timestamptz,
  a_numeric numeric,
  a_double double precision,
  a_text text,
  a_document jsonb
);
insert into awkward_values (name, required_text, a_date, a_timestamptz) values
  ('before Christ', 'x', '0044-03-15 BC', '0044-03-15 12:00:00+00 BC'),
  ('beyond every calendar', 'x', 'infinity', '-infinity'),
  ('far away', 'x', '294276-12-31', '9999-12-31 23:59:59.999+00');
insert into awkward_values (name, required_text, a_numeric, a_double) values
  ('forty digits', 'x', 1234567890123456789012345678901234567890, 1e308),
  ('not numbers', 'x', 'NaN', 'Infinity');
insert into awkward_values (name, required_text, a_text) values
  ('markup', 'x', '<img src=x onerror=alert(1)><script>alert(2)</script>'),
  ('a link that runs', 'x', 'javascript:alert(1)'),
  ('right to left', 'x', E'\\u202eabc שלום');
`

const large = `
insert into awkward_values (name, required_text, a_text) values ('a long text', 'x', repeat('long ', 40000));
insert into awkward_values (name, required_text, a_document)
  select 'five megabytes', 'x', jsonb_build_object('list', jsonb_agg(jsonb_build_object('n', n, 'text', repeat('x', 480))))
  from generate_series(1, 10000) n;
insert into awkward_values (name) values ('nothing where something must be');
update pg_attribute set attnotnull = true
  where attrelid = 'awkward_values'::regclass and attname = 'required_text';
`

const keys = `
create table regions (country char(2), code text, name text not null, primary key (country, code));
insert into regions values ('FR', '75', 'Paris'), ('FR', 'a|b', 'With a bar'), ('FR', '50%/2', 'With a slash'),
  ('DE', 'BE', 'Berlin');
create table shops (
  id serial primary key, name text not null, country char(2), region text,
  foreign key (country, region) references regions (country, code)
);
insert into shops (name, country, region) values ('Rivoli', 'FR', '75'), ('Barred', 'FR', 'a|b'), ('Nowhere', null, null);
create table stays (
  region_country char(2), region_code text, started_on date, nights integer not null,
  primary key (region_country, region_code, started_on),
  foreign key (region_country, region_code) references regions (country, code)
);
insert into stays values ('FR', '75', '2026-01-02', 3), ('FR', '75', '2026-03-04', 1), ('DE', 'BE', '2026-01-02', 9);
create view totals as select country, count(*)::int as regions from regions group by country;
create table uncounted (id serial primary key, name text not null);
insert into uncounted (name) select 'Uncounted ' || n from generate_series(1, 250) n;
create table empty_table (id serial primary key, name text not null);
`

/** Values with editors of their own. Suites change different rows. */
const rich = `
create table rich_values (
  id serial primary key, name text not null, body_html text, report_sql text, settings jsonb, store_location point,
  photo bytea, progress integer, rating integer, country char(2), region text,
  foreign key (country, region) references regions (country, code)
);
insert into rich_values (name, body_html, report_sql, settings, store_location, photo, progress, rating, country, region)
  select 'Rich ' || n, '<h2>Hello</h2><p>Some <b>bold</b> words</p>', 'select 1', '{"theme": "dark", "sizes": [1, 2]}',
    '(2.35,48.85)', '\\x89504e470d0a1a0a', 40, 4, 'FR', '75'
  from generate_series(1, 12) n;
update rich_values set body_html = '<table style="color: red"><tr><td onclick="alert(1)">Cell</td></tr></table>',
  settings = '[{"sku": "A-1", "quantity": 2}, {"sku": "B-2", "quantity": 1}]' where id = 2;
`

/** Every column type, awkward values, composite keys, a read-only view, a table that is not counted, an empty one. */
export async function makeEveryType(): Promise<AgentData> {
  const database = await createPglite()
  for (const script of [types, awkward, large, keys, rich]) await database.exec(script)
  return {
    addTo(agent) {
      agent
        .addDataSource(createSqlDataSource(database, { primaryKeys: { totals: ['country'] } }))
        .customizeCollection('uncounted', collection => collection.disableCount())
    },
    close: () => database.close(),
  }
}
