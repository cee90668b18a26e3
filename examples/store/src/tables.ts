/** The shop's ten tables. */
export const tables = `
create type customer_status as enum ('lead', 'active', 'suspended', 'closed');
create type order_status as enum ('pending', 'paid', 'shipped', 'delivered', 'cancelled');

create table customers (
  id serial primary key,
  first_name varchar(60) not null,
  last_name varchar(60) not null,
  email varchar(160) not null unique,
  status customer_status not null default 'lead',
  birth_date date,
  balance numeric(12, 2) not null default 0,
  preferences jsonb,
  created_at timestamptz not null default now()
);

create table addresses (
  id uuid primary key,
  customer_id int not null unique references customers (id),
  street varchar(120) not null,
  city varchar(80) not null,
  country char(2) not null
);

create table suppliers (
  id serial primary key,
  name varchar(120) not null,
  country char(2) not null,
  is_active boolean not null default true
);

create table categories (
  id serial primary key,
  name varchar(80) not null,
  parent_id int references categories (id)
);

create table products (
  id serial primary key,
  sku varchar(20) not null unique,
  name varchar(120) not null,
  description text,
  price numeric(10, 2) not null check (price >= 0),
  stock int not null default 0,
  colours text[] not null default '{}',
  category_id int references categories (id),
  supplier_id int not null references suppliers (id)
);

create table tags (
  id serial primary key,
  label varchar(60) not null unique
);

create table product_tags (
  product_id int not null references products (id),
  tag_id int not null references tags (id),
  primary key (product_id, tag_id)
);

create table orders (
  id serial primary key,
  reference varchar(20) not null unique,
  customer_id int not null references customers (id),
  status order_status not null default 'pending',
  total numeric(12, 2) not null default 0,
  currency char(3) not null default 'EUR',
  ordered_at timestamptz not null default now(),
  shipped_at timestamptz,
  note text
);

create table order_items (
  id serial primary key,
  order_id int not null references orders (id) on delete cascade,
  product_id int not null references products (id),
  quantity int not null check (quantity > 0),
  unit_price numeric(10, 2) not null
);

create table reviews (
  id serial primary key,
  product_id int not null references products (id),
  customer_id int not null references customers (id),
  rating int not null check (rating between 1 and 5),
  title varchar(120),
  body text,
  created_at timestamptz not null default now()
);

create index on products (category_id);
create index on products (supplier_id);
create index on product_tags (tag_id);
create index on orders (customer_id);
create index on orders (ordered_at);
create index on order_items (order_id);
create index on order_items (product_id);
create index on reviews (product_id);
create index on reviews (customer_id);
`
