create table customers (
  id integer primary key,
  email varchar(40) not null unique,
  "firstName" text not null default 'it''s \ me',
  is_active boolean not null default true,
  flag bool default 0,
  balance decimal(12, 2) default -1.50,
  visits bigint default 9007199254740993,
  ratio double,
  score real,
  token uuid default (lower(hex(randomblob(16)))),
  picture blob,
  settings json not null default '{"theme": "dark"}',
  code char(3) default null,
  born date default '2000-02-29',
  wakes_at time default '07:30:00',
  created_at datetime not null default current_timestamp,
  seen_at timestamp default '2020-01-01 10:00:00',
  place geometry,
  anything,
  initials text generated always as (substr("firstName", 1, 1)),
  stored int generated always as (visits + 1) stored
);
create unique index customers_name on customers ("firstName", code);
create unique index customers_folded on customers (lower(email));
create unique index customers_active on customers (code) where is_active;

create table employees (
  company_id int,
  number int,
  manager_number int,
  badge int references Customers,
  primary key (number, company_id),
  foreign key (company_id, manager_number) references employees (Company_ID, Number)
) without rowid;

create table "Ünïcode table" (
  "Primary Key" text primary key,
  "employee company" int,
  "employee number" int,
  lost_id int references nowhere (id),
  foreign key ("employee number", "employee company") references employees
);

create table settings (id integer primary key, value text) without rowid;
create view active_customers as select id, email, upper(email) as loud from customers where is_active;
create view broken as select * from missing_table;
create virtual table documents using fts5 (body);
create table only_untyped (anything);
