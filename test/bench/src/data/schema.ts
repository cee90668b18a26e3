import { customerStatuses, industries, orderStatuses } from './words.js'

const labels = (words: readonly string[]) => words.map(word => `'${word}'`).join(', ')

export const createTypes: readonly string[] = [
  `create type company_industry as enum (${labels(industries)})`,
  `create type customer_status as enum (${labels(customerStatuses)})`,
  `create type order_status as enum (${labels(orderStatuses)})`,
]

export const createTables: readonly string[] = [
  `create table companies (id serial primary key, name varchar(120) not null,
    industry company_industry not null, country char(2) not null, website varchar(200),
    is_active boolean not null default true, created_at timestamptz not null default now())`,
  `create table customers (id serial primary key, uuid uuid not null,
    first_name varchar(60) not null, last_name varchar(60) not null, email varchar(160) not null,
    status customer_status not null default 'lead', birth_date date,
    is_active boolean not null default true, balance numeric(12,2) not null default 0,
    metadata jsonb, company_id int, created_at timestamptz not null default now())`,
  `create table addresses (id uuid primary key, customer_id int not null, street varchar(120),
    city varchar(80), country char(2))`,
  `create table categories (id serial primary key, name varchar(80) not null, parent_id int)`,
  `create table products (id serial primary key, sku varchar(20) not null unique,
    name varchar(120) not null, description text, price numeric(10,2) not null,
    stock int not null, category_id int)`,
  `create table orders (id serial primary key, reference varchar(20) not null,
    customer_id int not null, status order_status not null default 'pending',
    total numeric(12,2) not null, currency char(3) not null default 'EUR',
    ordered_at timestamptz not null default now(), shipped_at timestamptz, note text)`,
  `create table order_items (id serial primary key, order_id int not null,
    product_id int not null, quantity int not null, unit_price numeric(10,2) not null)`,
  `create table tags (id serial primary key, label varchar(60) not null)`,
  `create table customer_tags (customer_id int not null, tag_id int not null,
    primary key (customer_id, tag_id))`,
  `create table reviews (id serial primary key, product_id int not null,
    customer_id int not null, rating int not null, title varchar(120), body text,
    created_at timestamptz not null default now())`,
]

/** Added after the load, which is much faster without them. */
export const createIndexes: readonly string[] = [
  'create index on customers (company_id)',
  'create index on customers (created_at)',
  'create unique index on customers (email)',
  'create unique index on customers (uuid)',
  'create unique index on addresses (customer_id)',
  'create index on products (category_id)',
  'create index on orders (customer_id)',
  'create index on orders (ordered_at)',
  'create index on orders (status)',
  'create unique index on orders (reference)',
  'create index on order_items (order_id)',
  'create index on order_items (product_id)',
  'create index on customer_tags (tag_id)',
  'create index on reviews (product_id)',
  'create index on reviews (customer_id)',
]

const foreignKey = (table: string, column: string, target: string) =>
  `alter table ${table} add constraint ${table}_${column}_fkey
   foreign key (${column}) references ${target}(id)`

export const addForeignKeys: readonly string[] = [
  foreignKey('customers', 'company_id', 'companies'),
  foreignKey('addresses', 'customer_id', 'customers'),
  foreignKey('categories', 'parent_id', 'categories'),
  foreignKey('products', 'category_id', 'categories'),
  foreignKey('orders', 'customer_id', 'customers'),
  foreignKey('order_items', 'order_id', 'orders'),
  foreignKey('order_items', 'product_id', 'products'),
  foreignKey('customer_tags', 'customer_id', 'customers'),
  foreignKey('customer_tags', 'tag_id', 'tags'),
  foreignKey('reviews', 'product_id', 'products'),
  foreignKey('reviews', 'customer_id', 'customers'),
]

const serialTables = 'companies customers categories products orders order_items tags reviews'
export const setSequences: readonly string[] = serialTables
  .split(' ')
  .map(table => `select setval('${table}_id_seq', (select max(id) from ${table}))`)
