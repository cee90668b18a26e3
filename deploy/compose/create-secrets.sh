#!/bin/sh
# Creates the secrets of compose.yaml in the folder secrets beside it. Existing ones are kept.
#
# Only their owner may open the folder. The files in it can be read by everyone who gets so far: Compose mounts each one
# into the containers that use it, where users with other numbers read it.
set -eu
cd "$(dirname "$0")"

umask 077
mkdir -p secrets

# create NAME CONTENT: a file appears with all of its content or not at all.
create() {
  if [ -e "secrets/$1" ]; then
    echo "secrets/$1 is kept."
    return
  fi
  printf '%s\n' "$2" >"secrets/$1.new"
  chmod 444 "secrets/$1.new"
  mv "secrets/$1.new" "secrets/$1"
  echo "secrets/$1 is created."
}

random() {
  od -An -N 32 -tx1 /dev/urandom | tr -d ' \n'
}

create admin-password "$(random)"
create service-secret "$(random)"
create database-password "$(random)"
create database-url "postgres://backoffice:$(cat secrets/database-password)@postgres:5432/backoffice"
