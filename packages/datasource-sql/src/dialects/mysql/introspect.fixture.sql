create table customers (
  id int unsigned auto_increment primary key,
  email varchar(40) not null unique,
  `firstName` text not null default 'it''s \\ me',
  mood enum('sad', 'ok', 'it''s, "fine"') not null default 'ok',
  colours set('red', 'blue') default 'red',
  is_active tinyint(1) not null default 1,
  flag bit(1) default b'1',
  bits bit(8),
  tiny tinyint default -3,
  balance decimal(12, 2) default -1.50,
  visits bigint default 9007199254740993,
  ratio double,
  score float,
  built year,
  token uuid default uuid(),
  picture blob,
  `key` binary(16),
  settings json not null default '{"theme": "dark"}',
  essay longtext,
  code char(3) default null,
  born date default '2000-02-29',
  wakes_at time default '07:30:00',
  created_at datetime not null default current_timestamp,
  seen_at timestamp null default '2020-01-01 10:00:00',
  place point,
  address inet6,
  initials varchar(1) generated always as (substr(email, 1, 1)) virtual,
  stored bigint generated always as (visits + 1) stored,
  unique key name_and_code (email, code)
);

create table employees (
  company_id int,
  number int,
  manager_number int,
  badge int unsigned,
  primary key (number, company_id),
  foreign key (badge) references customers (id),
  unique key reports (company_id, number),
  foreign key (company_id, manager_number) references employees (company_id, number)
);

create table `Ünïcode table` (
  `Primary ``Key` uuid primary key,
  `some json` json,
  `employee company` int,
  `employee number` int,
  foreign key (`employee number`, `employee company`) references employees (number, company_id)
);

create sequence numbers;
create view active_customers as select id, email, mood, is_active from customers where is_active;
create table only_unmapped (place point);
